package androidx.webkit;

public class WebViewAssetLoader { public interface PathHandler { android.webkit.WebResourceResponse handle(String p); } public static class Builder { public Builder setDomain(String d) { return this; } public Builder setHttpAllowed(boolean h) { return this; } public Builder addPathHandler(String p, PathHandler h) { return this; } public WebViewAssetLoader build() { return null; } } public android.webkit.WebResourceResponse shouldInterceptRequest(android.net.Uri u) { return null; } }
