package app.loanmarket;

import android.content.Intent;
import android.os.Bundle;
import android.os.Environment;
import android.os.SystemClock;
import android.view.WindowManager;
import com.getcapacitor.BridgeActivity;
import java.io.File;

/**
 * The app's only activity. The system may end it behind the camera or another app; it then comes back with the page
 * that was open, as a reloaded page does on the web.
 */
public class MainActivity extends BridgeActivity {
    private static final String PAGE = "page";
    /** Outlives the activity, because the process does. */
    private static final PageRestart restart = new PageRestart();

    private AppLock lock;
    private String page;
    private boolean started;
    private boolean webViewEnded;

    AppLock lock() {
        return lock;
    }

    @Override
    public void onCreate(Bundle savedInstanceState) {
        registerPlugin(HostPlugin.class);
        registerPlugin(LockPlugin.class);
        registerPlugin(SharedFilesPlugin.class);
        registerPlugin(PhotosPlugin.class);
        registerPlugin(HapticsPlugin.class);
        lock = new AppLock(this, savedInstanceState);
        page = savedInstanceState == null ? null : PageRestart.restored(savedInstanceState.getString(PAGE));
        forgetFollowedLink(savedInstanceState != null);
        super.onCreate(savedInstanceState);
        deleteFormerPhotos();
    }

    /**
     * The system starts the activity again with the intent of its first start, whose link was followed then. Following
     * it again would leave the page that is restored.
     */
    private void forgetFollowedLink(boolean restored) {
        boolean again = restored || (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        if (again) setIntent(new Intent(Intent.ACTION_MAIN));
    }

    @Override
    public void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        lock.save(state);
        String now = bridge == null ? null : PageRestart.restored(bridge.getWebView().getUrl());
        // A web view that has ended may not know its page any more.
        if (now != null || !webViewEnded) page = now;
        state.putString(PAGE, page);
    }

    /**
     * The folder into which Capacitor makes the camera write. It is the app's own folder, because other apps may read
     * files on the external storage.
     */
    @Override
    public File getExternalFilesDir(String type) {
        if (Environment.DIRECTORY_PICTURES.equals(type)) return TransientFolder.photos(getCacheDir()).made();
        return super.getExternalFilesDir(type);
    }

    /** Deletes the photos that earlier versions of the app left on the external storage. */
    private void deleteFormerPhotos() {
        File folder = super.getExternalFilesDir(Environment.DIRECTORY_PICTURES);
        if (folder != null) new TransientFolder(folder, 0).deleteAll();
    }

    @Override
    protected void load() {
        AppCookie.set(this);
        super.load();
        bridge.addWebViewListener(new WebViewEnd(this::restartPage));
        if (page != null && bridge.isMinimumWebViewInstalled()) bridge.getWebView().loadUrl(page);
    }

    /** Replaces a web view whose process the system has ended; without this, the system would close the app. */
    private boolean restartPage() {
        if (!restart.opensAgain(SystemClock.elapsedRealtime())) return false;
        webViewEnded = true;
        // In the background this waits: there is too little memory for another web view.
        if (started) recreate();
        return true;
    }

    @Override
    public void onStart() {
        super.onStart();
        started = true;
        if (webViewEnded) recreate();
        for (TransientFolder folder : TransientFolder.all(getCacheDir())) folder.deleteOld(System.currentTimeMillis());
        lock.onStart();
    }

    @Override
    public void onStop() {
        started = false;
        lock.onStop();
        super.onStop();
    }

    /**
     * Hides the app's content in the task switcher, which would show the borrower's loans. Screenshots remain possible
     * in the foreground.
     */
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
