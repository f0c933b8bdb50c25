package app.loanmarket;

import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** The borrower's setting of the app lock. Its counterparts are LockPlugin.swift and src/bridge/lock.ts. */
@CapacitorPlugin(name = "Lock")
public class LockPlugin extends Plugin {

    /** Returns `available` (whether the phone has a screen lock) and `on`. */
    @PluginMethod
    public void state(PluginCall call) {
        call.resolve(state());
    }

    /**
     * Changes the setting to `on` after the user has passed the phone's screen lock, which is required in both
     * directions. Returns the state afterwards.
     */
    @PluginMethod
    public void change(PluginCall call) {
        boolean on = Boolean.TRUE.equals(call.getBoolean("on", false));
        getActivity().runOnUiThread(() -> lock().ask((isOwner) -> {
            if (isOwner) lock().setting().set(on);
            call.resolve(state());
        }));
    }

    private JSObject state() {
        LockSetting setting = lock().setting();
        JSObject state = new JSObject();
        state.put("available", setting.isAvailable());
        state.put("on", setting.isOn());
        return state;
    }

    private AppLock lock() {
        return ((MainActivity) getActivity()).lock();
    }
}
