package app.loanmarket;

import android.content.Context;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import com.getcapacitor.JSObject;

/** The shell's information about itself for the page. */
final class HostInfo {
    static final String DEVICE_TYPE = "android";

    private HostInfo() {}

    static JSObject of(Context context) {
        JSObject info = new JSObject();
        info.put("appVersion", version(context));
        info.put("appName", context.getString(R.string.app_name));
        info.put("packageName", context.getPackageName());
        info.put("deviceType", DEVICE_TYPE);
        return info;
    }

    private static String version(Context context) {
        try {
            PackageInfo own = context.getPackageManager().getPackageInfo(context.getPackageName(), 0);
            return own.versionName == null ? "" : own.versionName;
        } catch (PackageManager.NameNotFoundException e) {
            return "";
        }
    }
}
