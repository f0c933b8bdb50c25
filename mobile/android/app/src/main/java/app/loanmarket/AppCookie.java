package app.loanmarket;

import android.content.Context;
import android.net.Uri;
import android.webkit.CookieManager;

/** The cookie by which the pages recognise the app. */
final class AppCookie {
    /** The origin of the pages packed into the app, as served by Capacitor. */
    private static final String ORIGIN = "https://localhost";
    private static final String NAME = "appBaseInfo";
    /** One year, because Capacitor deletes session cookies when it starts. */
    private static final int MAX_AGE_SECONDS = 31_536_000;

    private AppCookie() {}

    /** Sets the cookie before the first page is requested. */
    static void set(Context context) {
        String value = Uri.encode(HostInfo.of(context).toString());
        CookieManager cookies = CookieManager.getInstance();
        cookies.setCookie(ORIGIN, NAME + "=" + value + "; Path=/; Max-Age=" + MAX_AGE_SECONDS + "; Secure; SameSite=Lax");
        cookies.flush();
    }
}
