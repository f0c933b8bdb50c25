package androidx.activity.result;

public class ActivityResult { public int getResultCode() { return 0; } public android.content.Intent getData() { return null; } }
