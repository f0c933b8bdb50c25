package app.loanmarket;

import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** The bridge between the pages and the shell. Its other ends are HostPlugin.swift and src/bridge/host.ts. */
@CapacitorPlugin(name = "Host")
public class HostPlugin extends Plugin {
    private HostSession session;

    @Override
    public void load() {
        session = new HostSession(new SealedLoginStore(getContext()), TransientFolder.all(getContext().getCacheDir()));
    }

    /** Takes `token` and `phone` of a new log-in; answers with the log-in that the shell keeps, or with nothing. */
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

    /** Answers with appVersion, appName, packageName and deviceType. */
    @PluginMethod
    public void getInfo(PluginCall call) {
        if (isStrange(call)) return;
        call.resolve(HostInfo.of(getContext()));
    }

    /** Forgets the log-in and what lies in files; without a log-in there is nothing to lock. */
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
