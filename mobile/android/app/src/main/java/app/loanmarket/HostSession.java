package app.loanmarket;

import java.util.List;

/**
 * The logic of the bridge's three actions, independent of Android. The page must send the tag that it was built with.
 */
final class HostSession {
    static final String TAG = "vn";

    private final LoginStore store;
    private final List<TransientFolder> folders;

    HostSession(LoginStore store, List<TransientFolder> folders) {
        this.store = store;
        this.folders = folders;
    }

    /** Whether a call comes from a page of this product line; other calls are rejected. */
    static boolean isOurs(String tag) {
        return TAG.equals(tag);
    }

    /** Stores the page's new token, if given. Returns the current login, or null. */
    Login joint(String token, String phone) {
        if (token == null || token.isEmpty()) return store.read();
        Login login = new Login(token, phone);
        store.write(login);
        return login;
    }

    /** Deletes the login together with the borrower's photos and shared files. */
    void logOut() {
        store.clear();
        for (TransientFolder folder : folders) folder.deleteAll();
    }
}
