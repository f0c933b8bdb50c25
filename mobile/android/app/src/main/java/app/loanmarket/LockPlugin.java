package app.loanmarket;

import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** The borrower's switch for the app lock. Its other ends are LockPlugin.swift and src/bridge/lock.ts. */
@CapacitorPlugin(name = "Lock")
public class LockPlugin extends Plugin {

    /** Answers with `available` (the phone has a screen lock) and `on`. */
    @PluginMethod
    public void state(PluginCall call) {
        call.resolve(state());
    }

    /** Switches to `on`, both ways only for whoever passes the phone's own lock; answers with the state that holds then. */
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
