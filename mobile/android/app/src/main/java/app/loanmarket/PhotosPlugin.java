package app.loanmarket;

import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.File;

/**
 * Handles photos that the camera takes for the pages. Its counterpart is src/bridge/photos.ts; there is none on iOS.
 */
@CapacitorPlugin(name = "Photos")
public class PhotosPlugin extends Plugin {

    /** Deletes the photo `name`, which the page has read. */
    @PluginMethod
    public void forget(PluginCall call) {
        photos().delete(call.getString("name"));
        call.resolve();
    }

    /**
     * Returns `name` and `path` of the photo that was taken at `since` (milliseconds since the epoch) or later and that
     * no page has read, because the system ended the app behind the camera. Returns an empty object if there is none.
     */
    @PluginMethod
    public void unread(PluginCall call) {
        File photo = photos().newest(call.getLong("since", Long.MAX_VALUE));
        JSObject answer = new JSObject();
        if (photo != null) {
            answer.put("name", photo.getName());
            answer.put("path", photo.getPath());
        }
        call.resolve(answer);
    }

    private TransientFolder photos() {
        return TransientFolder.photos(getContext().getCacheDir());
    }
}
