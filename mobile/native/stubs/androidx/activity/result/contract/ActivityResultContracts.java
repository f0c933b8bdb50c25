package androidx.activity.result.contract;

public class ActivityResultContracts { public static class StartActivityForResult extends ActivityResultContract<android.content.Intent, androidx.activity.result.ActivityResult> {} public static class RequestMultiplePermissions extends ActivityResultContract<String[], java.util.Map<String, Boolean>> {} }
