package androidx.core.view;

public class WindowCompat { public static WindowInsetsControllerCompat getInsetsController(android.view.Window w, android.view.View v) { return null; } public static void setDecorFitsSystemWindows(android.view.Window w, boolean f) {} }
