package app.loanmarket;

import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** The bridge between the pages and the shell. Its counterparts are HostPlugin.swift and src/bridge/host.ts. */
@CapacitorPlugin(name = "Host")
public class HostPlugin extends Plugin {
    private HostSession session;

    @Override
    public void load() {
        session = new HostSession(new SealedLoginStore(getContext()), TransientFolder.all(getContext().getCacheDir()));
    }

    /**
     * Stores the `token` and `phone` of a new login, if given. Returns the stored login, or an empty object if there is
     * none.
     */
    @PluginMethod
    public void jointLogin(PluginCall call) {
        if (isStrange(call)) return;
        try {
            Login login = session.joint(call.getString("token"), call.getString("phone"));
            JSObject answer = new JSObject();
            if (login != null) {
                answer.put("token", login.token);
                answer.put("phone", login.phone);
            }
            call.resolve(answer);
        } catch (IllegalArgumentException e) {
            call.reject("not a token");
        }
    }

    /** Returns appVersion, appName, packageName and deviceType. */
    @PluginMethod
    public void getInfo(PluginCall call) {
        if (isStrange(call)) return;
        call.resolve(HostInfo.of(getContext()));
    }

    /**
     * Deletes the login and the borrower's files, and switches the lock off, because without a login there is nothing
     * to protect.
     */
    @PluginMethod
    public void logoutInfo(PluginCall call) {
        if (isStrange(call)) return;
        session.logOut();
        new LockSetting(getContext()).set(false);
        call.resolve();
    }

    private static boolean isStrange(PluginCall call) {
        if (HostSession.isOurs(call.getString("tag"))) return false;
        call.reject("wrong tag");
        return true;
    }
}
