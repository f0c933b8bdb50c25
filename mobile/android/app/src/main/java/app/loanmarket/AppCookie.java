package app.loanmarket;

import android.content.Context;
import android.net.Uri;
import android.webkit.CookieManager;

/** The cookie by which the pages know the app. */
final class AppCookie {
    /** Where Capacitor serves the pages that are packed into the app. */
    private static final String ORIGIN = "https://localhost";
    private static final String NAME = "appBaseInfo";
    /** A year: at its start Capacitor wipes the cookies that end with the session. */
    private static final int MAX_AGE_SECONDS = 31_536_000;

    private AppCookie() {}

    /** Sets it before the first page is asked for. */
    static void set(Context context) {
        String value = Uri.encode(HostInfo.of(context).toString());
        CookieManager cookies = CookieManager.getInstance();
        cookies.setCookie(ORIGIN, NAME + "=" + value + "; Path=/; Max-Age=" + MAX_AGE_SECONDS + "; Secure; SameSite=Lax");
        cookies.flush();
    }
}
