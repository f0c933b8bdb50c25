package app.loanmarket;

import android.os.Bundle;
import android.view.WindowManager;
import com.getcapacitor.BridgeActivity;

/** The one window of the app. */
public class MainActivity extends BridgeActivity {
    private AppLock lock;

    AppLock lock() {
        return lock;
    }

    @Override
    public void onCreate(Bundle savedInstanceState) {
        registerPlugin(HostPlugin.class);
        registerPlugin(LockPlugin.class);
        registerPlugin(PapersPlugin.class);
        registerPlugin(HapticsPlugin.class);
        lock = new AppLock(this);
        super.onCreate(savedInstanceState);
    }

    @Override
    protected void load() {
        AppCookie.set(this);
        super.load();
    }

    @Override
    public void onStart() {
        super.onStart();
        lock.onStart();
    }

    @Override
    public void onStop() {
        lock.onStop();
        super.onStop();
    }

    /** In the task switcher a picture of the app would show the borrower's loans; in front, screenshots stay possible. */
    @Override
    public void onPause() {
        getWindow().addFlags(WindowManager.LayoutParams.FLAG_SECURE);
        super.onPause();
    }

    @Override
    public void onResume() {
        super.onResume();
        getWindow().clearFlags(WindowManager.LayoutParams.FLAG_SECURE);
    }
}
