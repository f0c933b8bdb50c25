package androidx.core.app;

public class ActivityCompat { public static int checkSelfPermission(android.content.Context c, String p) { return 0; } public static void requestPermissions(android.app.Activity a, String[] p, int code) {} public static boolean shouldShowRequestPermissionRationale(android.app.Activity a, String p) { return false; } }
