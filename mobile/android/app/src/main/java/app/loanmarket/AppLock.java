package app.loanmarket;

import android.app.Activity;
import android.app.KeyguardManager;
import android.content.Context;
import android.content.Intent;
import android.os.SystemClock;
import android.view.View;
import androidx.activity.OnBackPressedCallback;
import androidx.activity.result.ActivityResultLauncher;
import androidx.activity.result.contract.ActivityResultContracts;

/**
 * The app lock: after a while away the pages stay covered until the phone's own lock (PIN, pattern, finger, face) was
 * passed. The keyguard asks for it, which needs no permission.
 */
final class AppLock {
    interface Answer {
        void proved(boolean isOwner);
    }

    private final MainActivity activity;
    private final LockSetting setting;
    private final LockRule rule = new LockRule();
    private final ActivityResultLauncher<Intent> keyguard;
    private final OnBackPressedCallback back;
    private LockCover cover;
    private Answer waiting;

    /** Made in onCreate: later nothing can be asked for. */
    AppLock(MainActivity activity) {
        this.activity = activity;
        setting = new LockSetting(activity);
        keyguard = activity.registerForActivityResult(new ActivityResultContracts.StartActivityForResult(),
            (result) -> answered(result.getResultCode() == Activity.RESULT_OK));
        back = new OnBackPressedCallback(false) {
            @Override
            public void handleOnBackPressed() {
                activity.moveTaskToBack(true);
            }
        };
    }

    LockSetting setting() {
        return setting;
    }

    /** The app comes to the front; while the keyguard asks, its answer counts. */
    void onStart() {
        if (waiting != null) return;
        if (rule.isDue(setting.isOn(), SystemClock.elapsedRealtime())) close();
        else open();
    }

    /** The app goes out of sight. */
    void onStop() {
        rule.left(SystemClock.elapsedRealtime());
    }

    /** Asks the person for the phone's lock. */
    @SuppressWarnings("deprecation") // its successor needs a permission
    void ask(Answer answer) {
        KeyguardManager manager = (KeyguardManager) activity.getSystemService(Context.KEYGUARD_SERVICE);
        Intent question = manager == null || waiting != null ? null
            : manager.createConfirmDeviceCredentialIntent(activity.getString(R.string.lock_title), activity.getString(R.string.lock_text));
        if (question == null) {
            answer.proved(false);
            return;
        }
        waiting = answer;
        keyguard.launch(question);
    }

    private void answered(boolean isOwner) {
        Answer answer = waiting;
        waiting = null;
        if (answer != null) answer.proved(isOwner);
        // Also when the process was killed while the keyguard asked, and nobody waits any more.
        if (isOwner) open();
        else if (cover == null || !cover.isShown()) onStart();
    }

    private void close() {
        if (cover == null) {
            cover = new LockCover(activity, this::unlock);
            activity.getOnBackPressedDispatcher().addCallback(activity, back);
        }
        cover.show();
        pages(View.IMPORTANT_FOR_ACCESSIBILITY_NO_HIDE_DESCENDANTS);
        back.setEnabled(true);
        unlock();
    }

    private void unlock() {
        ask((isOwner) -> {});
    }

    private void open() {
        rule.opened();
        back.setEnabled(false);
        pages(View.IMPORTANT_FOR_ACCESSIBILITY_AUTO);
        if (cover != null) cover.hide();
    }

    /** Covered pages are not read aloud either. */
    private void pages(int importance) {
        if (activity.getBridge() != null) activity.getBridge().getWebView().setImportantForAccessibility(importance);
    }
}
