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

    /** Whether the app must be locked now that it comes to the front. */
    boolean isDue(boolean on, long now) {
        if (!on) open = true;
        else if (away && now - leftAt >= GRACE_MILLIS) open = false;
        away = false;
        return !open;
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
