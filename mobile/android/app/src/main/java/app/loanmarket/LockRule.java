package app.loanmarket;

/**
 * Decides when the app is locked, independent of Android. Times are in milliseconds of a clock that cannot be set and
 * that continues while the phone sleeps.
 */
final class LockRule {
    /** A shorter absence, such as for the share sheet or the camera, does not lock the app. */
    static final long GRACE_MILLIS = 30_000;

    private boolean open;
    private boolean away;
    private long leftAt;
    private boolean asked;

    /** `asked` means that the keyguard was open when the system ended the process, so its answer is still to come. */
    LockRule(boolean asked) {
        this.asked = asked;
    }

    /** Whether the app must be locked now that it comes to the front. */
    boolean isDue(boolean on, long now) {
        if (!on) open = true;
        else if (away && now - leftAt >= GRACE_MILLIS) open = false;
        away = false;
        return !open;
    }

    /**
     * Whether to ask now that the app is locked. An answer that is still to come is awaited, because on a phone that
     * ends the process behind every keyguard the user would be asked for ever.
     */
    boolean asksNow() {
        boolean asks = !asked;
        asked = false;
        return asks;
    }

    /** The app goes to the background. */
    void left(long now) {
        away = true;
        leftAt = now;
    }

    /** The user has passed the phone's screen lock. */
    void opened() {
        open = true;
    }
}
