package androidx.core.splashscreen;

public class SplashScreen { public static SplashScreen installSplashScreen(android.app.Activity a) { return null; } public void setKeepOnScreenCondition(KeepOnScreenCondition c) {} public void setOnExitAnimationListener(OnExitAnimationListener l) {} public interface KeepOnScreenCondition { boolean shouldKeepOnScreen(); } public interface OnExitAnimationListener { void onSplashScreenExit(SplashScreenViewProvider p); } }
