package androidx.activity;

public abstract class OnBackPressedCallback { public OnBackPressedCallback(boolean enabled) {} public void setEnabled(boolean enabled) {} public boolean isEnabled() { return true; } public abstract void handleOnBackPressed(); }
