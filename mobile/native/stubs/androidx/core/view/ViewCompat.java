package androidx.core.view;

public class ViewCompat { public static void setOnApplyWindowInsetsListener(android.view.View v, OnApplyWindowInsetsListener l) {} public static WindowInsetsCompat getRootWindowInsets(android.view.View v) { return null; } public static void requestApplyInsets(android.view.View v) {} }
