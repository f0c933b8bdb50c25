package app.loanmarket;

/** Decides what is shown after the system ended the app or its web view. Independent of Android. */
final class PageRestart {
    /** The pages packed into the app, as served by Capacitor; not the page for an old web view. */
    private static final String PAGES = "https://localhost/m/";
    /** A page whose web view ends again within this time would end it for ever. */
    private static final long AGAIN_MILLIS = 60_000;

    private boolean ended;
    private long endedAt;

    /** Returns the address that is opened again; null for one that is not a page of the app. */
    static String restored(String address) {
        return address != null && address.startsWith(PAGES) ? address : null;
    }

    /**
     * The web view has ended at a time in milliseconds. Returns whether to open its page again. If not, the system
     * closes the app, and the next start begins at home.
     */
    boolean opensAgain(long now) {
        boolean again = ended && now - endedAt < AGAIN_MILLIS;
        ended = true;
        endedAt = now;
        return !again;
    }
}
