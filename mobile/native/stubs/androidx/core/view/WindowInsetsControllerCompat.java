package androidx.core.view;

public class WindowInsetsControllerCompat { public static final int BEHAVIOR_SHOW_TRANSIENT_BARS_BY_SWIPE = 2; public void show(int t) {} public void hide(int t) {} public void setAppearanceLightStatusBars(boolean b) {} public void setAppearanceLightNavigationBars(boolean b) {} public void setSystemBarsBehavior(int b) {} }
