package androidx.webkit;

public class WebViewCompat { public static android.content.pm.PackageInfo getCurrentWebViewPackage(android.content.Context c) { return null; } public static ScriptHandler addDocumentStartJavaScript(android.webkit.WebView w, String s, java.util.Set<String> o) { return null; } public static void addWebMessageListener(android.webkit.WebView w, String n, java.util.Set<String> o, WebMessageListener l) {} public interface WebMessageListener { void onPostMessage(android.webkit.WebView v, WebMessageCompat m, android.net.Uri o, boolean main, JavaScriptReplyProxy r); } }
