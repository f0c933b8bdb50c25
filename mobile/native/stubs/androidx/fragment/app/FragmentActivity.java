package androidx.fragment.app;

public class FragmentActivity extends androidx.activity.ComponentActivity { public FragmentManager getSupportFragmentManager() { return null; } }
