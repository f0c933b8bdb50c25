package com.getcapacitor.android;

public final class R { public static final class id { public static int webview; } public static final class layout { public static int capacitor_bridge_layout_main, no_webview; } public static final class style { public static int AppTheme_NoActionBar; } }
