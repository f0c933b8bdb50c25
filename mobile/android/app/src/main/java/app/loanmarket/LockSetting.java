package app.loanmarket;

import android.app.KeyguardManager;
import android.content.Context;
import android.content.SharedPreferences;

/** Whether the borrower has switched the app lock on, and whether this phone has a screen lock. */
final class LockSetting {
    private static final String FILE = "host";
    private static final String NAME = "lock";

    private final SharedPreferences preferences;
    private final KeyguardManager keyguard;

    LockSetting(Context context) {
        preferences = context.getSharedPreferences(FILE, Context.MODE_PRIVATE);
        keyguard = (KeyguardManager) context.getSystemService(Context.KEYGUARD_SERVICE);
    }

    boolean isAvailable() {
        return keyguard != null && keyguard.isDeviceSecure();
    }

    /** Without a screen lock on the phone the app lock is off. */
    boolean isOn() {
        return isAvailable() && preferences.getBoolean(NAME, false);
    }

    void set(boolean on) {
        preferences.edit().putBoolean(NAME, on).commit();
    }
}
