package app.loanmarket;

import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** The photos that the camera takes for the pages. Its other end is src/bridge/photos.ts; on iOS it has none. */
@CapacitorPlugin(name = "Photos")
public class PhotosPlugin extends Plugin {

    /** Takes the `name` of a photo that the page has read, and deletes it. */
    @PluginMethod
    public void forget(PluginCall call) {
        TransientFolder.photos(getContext().getCacheDir()).delete(call.getString("name"));
        call.resolve();
    }
}
