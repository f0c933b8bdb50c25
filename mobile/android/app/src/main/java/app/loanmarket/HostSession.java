package app.loanmarket;

import java.util.List;

/** What the three actions of the bridge do, free of Android: the page must name the tag that it was built with. */
final class HostSession {
    static final String TAG = "vn";

    private final LoginStore store;
    private final List<TransientFolder> folders;

    HostSession(LoginStore store, List<TransientFolder> folders) {
        this.store = store;
        this.folders = folders;
    }

    /** Whether a call comes from a page of this product line; others are rejected. */
    static boolean isOurs(String tag) {
        return TAG.equals(tag);
    }

    /** Keeps the page's new token, if it brings one; answers with the log-in that holds now, or null. */
    Login joint(String token, String phone) {
        if (token == null || token.isEmpty()) return store.read();
        Login login = new Login(token, phone);
        store.write(login);
        return login;
    }

    /** Forgets the log-in, and the borrower's photos and shared files with it. */
    void logOut() {
        store.clear();
        for (TransientFolder folder : folders) folder.deleteAll();
    }
}
