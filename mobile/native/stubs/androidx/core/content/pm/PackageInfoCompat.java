package androidx.core.content.pm;

public class PackageInfoCompat { public static long getLongVersionCode(android.content.pm.PackageInfo i) { return 0; } }
