package androidx.webkit;

public class WebMessageCompat { public String getData() { return null; } }
