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

/** Puts a receipt or a picture where the share sheet can take it from. Its other ends: PapersPlugin.swift, src/bridge/papers.ts. */
@CapacitorPlugin(name = "Papers")
public class PapersPlugin extends Plugin {

    /** Takes `name` and `data` (base64); answers with the `uri` of the file. What was put there before is deleted. */
    @PluginMethod
    public void keep(PluginCall call) {
        try {
            TransientFolder papers = TransientFolder.papers(getContext().getCacheDir());
            if (!papers.deleteAll()) throw new IOException("not deleted");
            File paper = new File(papers.made(), PaperName.of(call.getString("name")));
            try (FileOutputStream out = new FileOutputStream(paper)) {
                out.write(Base64.decode(call.getString("data", ""), Base64.DEFAULT));
            }
            JSObject answer = new JSObject();
            answer.put("uri", Uri.fromFile(paper).toString());
            call.resolve(answer);
        } catch (IOException | IllegalArgumentException e) {
            call.reject("not kept");
        }
    }
}
