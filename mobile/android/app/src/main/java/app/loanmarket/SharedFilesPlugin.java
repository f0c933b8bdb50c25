package app.loanmarket;

import android.net.Uri;
import android.util.Base64;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * Stores a receipt or a picture where the share sheet can read it. Its counterparts are SharedFilesPlugin.swift and
 * src/bridge/shareSheet.ts.
 */
@CapacitorPlugin(name = "SharedFiles")
public class SharedFilesPlugin extends Plugin {

    /** Stores `data` (base64) as the file `name` and returns its `uri`. Files stored before are deleted. */
    @PluginMethod
    public void save(PluginCall call) {
        try {
            TransientFolder shared = TransientFolder.shared(getContext().getCacheDir());
            if (!shared.deleteAll()) throw new IOException("not deleted");
            File file = new File(shared.made(), SafeFileName.of(call.getString("name")));
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(Base64.decode(call.getString("data", ""), Base64.DEFAULT));
            }
            JSObject answer = new JSObject();
            answer.put("uri", Uri.fromFile(file).toString());
            call.resolve(answer);
        } catch (IOException | IllegalArgumentException e) {
            call.reject("not saved");
        }
    }
}
