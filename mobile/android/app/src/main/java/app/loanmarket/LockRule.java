package app.loanmarket;

/** When the app lock closes, free of Android. Times are milliseconds of a clock that nobody can set and that runs on while the phone sleeps. */
final class LockRule {
    /** A look at another app, the share sheet or the camera does not lock. */
    static final long GRACE_MILLIS = 30_000;

    private boolean open;
    private boolean away;
    private long leftAt;

    /** Whether the lock must be closed now that the app comes to the front. */
    boolean isDue(boolean on, long now) {
        if (!on) open = true;
        else if (away && now - leftAt >= GRACE_MILLIS) open = false;
        away = false;
        return !open;
    }

    /** The app goes out of sight. */
    void left(long now) {
        away = true;
        leftAt = now;
    }

    /** The owner of the phone proved herself. */
    void opened() {
        open = true;
    }
}
