package app.loanmarket;

import android.app.Activity;
import android.app.KeyguardManager;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.SystemClock;
import android.view.View;
import androidx.activity.OnBackPressedCallback;
import androidx.activity.result.ActivityResultLauncher;
import androidx.activity.result.contract.ActivityResultContracts;

/**
 * The app lock: after some time in the background the pages stay covered until the user has passed the phone's own
 * screen lock (PIN, pattern, finger, face). It uses the keyguard, which needs no permission.
 */
final class AppLock {
    interface Answer {
        void proved(boolean isOwner);
    }

    private static final String ASKED = "lock.asked";

    private final MainActivity activity;
    private final LockSetting setting;
    private final LockRule rule;
    private final ActivityResultLauncher<Intent> keyguard;
    private final OnBackPressedCallback back;
    private LockCover cover;
    private Answer waiting;

    /** Must be created in onCreate, because an activity result cannot be registered later. */
    AppLock(MainActivity activity, Bundle saved) {
        this.activity = activity;
        rule = new LockRule(saved != null && saved.getBoolean(ASKED));
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

    /** Notes in the activity's state whether the keyguard is open. */
    void save(Bundle state) {
        state.putBoolean(ASKED, waiting != null);
    }

    LockSetting setting() {
        return setting;
    }

    /** The app comes to the front. While the keyguard is open, its result decides. */
    void onStart() {
        if (waiting != null) return;
        if (rule.isDue(setting.isOn(), SystemClock.elapsedRealtime())) close();
        else open();
    }

    /** The app goes to the background. */
    void onStop() {
        rule.left(SystemClock.elapsedRealtime());
    }

    /** Asks the user to pass the phone's screen lock. */
    @SuppressWarnings("deprecation") // the replacement API needs a permission
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
        // Also handles the result if the process was killed while the keyguard was open and no caller is left.
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
        if (rule.asksNow()) unlock();
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

    /** Also hides the covered pages from screen readers. */
    private void pages(int importance) {
        if (activity.getBridge() != null) activity.getBridge().getWebView().setImportantForAccessibility(importance);
    }
}
