package app.loanmarket;

import android.os.Build;
import android.view.HapticFeedbackConstants;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/**
 * Short haptic feedback on success, with the name and call of Capacitor's own plugin. That plugin drives the vibration
 * motor and needs a permission; the feedback of a view needs none and respects the phone's settings.
 */
@CapacitorPlugin(name = "Haptics")
public class HapticsPlugin extends Plugin {
    private static final int ANDROID_11 = 30;
    /** HapticFeedbackConstants.CONFIRM, which came with Android 11. */
    private static final int CONFIRM = 16;

    @PluginMethod
    public void notification(PluginCall call) {
        int kind = Build.VERSION.SDK_INT >= ANDROID_11 ? CONFIRM : HapticFeedbackConstants.VIRTUAL_KEY;
        getActivity().runOnUiThread(() -> {
            getBridge().getWebView().performHapticFeedback(kind);
            call.resolve();
        });
    }
}
