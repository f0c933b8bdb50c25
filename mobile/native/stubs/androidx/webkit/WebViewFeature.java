package androidx.webkit;

public class WebViewFeature { public static final String WEB_MESSAGE_LISTENER = ""; public static final String DOCUMENT_START_SCRIPT = ""; public static boolean isFeatureSupported(String f) { return false; } }
