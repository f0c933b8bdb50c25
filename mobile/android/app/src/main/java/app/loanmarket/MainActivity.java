package app.loanmarket;

import android.os.Bundle;
import android.os.Environment;
import android.view.WindowManager;
import com.getcapacitor.BridgeActivity;
import java.io.File;

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
        registerPlugin(SharedFilesPlugin.class);
        registerPlugin(PhotosPlugin.class);
        registerPlugin(HapticsPlugin.class);
        lock = new AppLock(this);
        super.onCreate(savedInstanceState);
        deleteFormerPhotos();
    }

    /** Capacitor has the camera write into this folder: the app's own, other apps may read what lies on the external storage. */
    @Override
    public File getExternalFilesDir(String type) {
        if (Environment.DIRECTORY_PICTURES.equals(type)) return TransientFolder.photos(getCacheDir()).made();
        return super.getExternalFilesDir(type);
    }

    /** Earlier versions of the app left photos on the external storage. */
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
