package app.loanmarket;

import android.webkit.RenderProcessGoneDetail;
import android.webkit.WebView;
import com.getcapacitor.WebViewListener;

/**
 * Told when the system has ended the web view's process, for lack of memory. Android 7 ends the whole app instead, and
 * never calls this.
 */
final class WebViewEnd extends WebViewListener {
    interface Handler {
        /** Returns whether the web view will be replaced; otherwise the system closes the app. */
        boolean replaces();
    }

    private final Handler handler;

    WebViewEnd(Handler handler) {
        this.handler = handler;
    }

    @Override
    public boolean onRenderProcessGone(WebView webView, RenderProcessGoneDetail detail) {
        return handler.replaces();
    }
}
