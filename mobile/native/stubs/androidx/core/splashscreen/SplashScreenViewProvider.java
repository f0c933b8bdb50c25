package androidx.core.splashscreen;

public class SplashScreenViewProvider { public android.view.View getView() { return null; } public void remove() {} }
