package app.loanmarket;

import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/**
 * Handles photos that the camera takes for the pages. Its counterpart is src/bridge/photos.ts; there is none on iOS.
 */
@CapacitorPlugin(name = "Photos")
public class PhotosPlugin extends Plugin {

    /** Deletes the photo `name`, which the page has read. */
    @PluginMethod
    public void forget(PluginCall call) {
        TransientFolder.photos(getContext().getCacheDir()).delete(call.getString("name"));
        call.resolve();
    }
}
