package app.loanmarket;

import android.os.Bundle;
import android.os.Environment;
import android.view.WindowManager;
import com.getcapacitor.BridgeActivity;
import java.io.File;

/** The app's only activity. */
public class MainActivity extends BridgeActivity {
    private AppLock lock;

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
        lock = new AppLock(this);
        super.onCreate(savedInstanceState);
        deleteFormerPhotos();
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
    }

    @Override
    public void onStart() {
        super.onStart();
        for (TransientFolder folder : TransientFolder.all(getCacheDir())) folder.deleteOld(System.currentTimeMillis());
        lock.onStart();
    }

    @Override
    public void onStop() {
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
