package androidx.activity;

public class ComponentActivity extends android.app.Activity implements androidx.activity.result.ActivityResultCaller { public OnBackPressedDispatcher getOnBackPressedDispatcher() { return null; } public <I, O> androidx.activity.result.ActivityResultLauncher<I> registerForActivityResult(androidx.activity.result.contract.ActivityResultContract<I, O> c, androidx.activity.result.ActivityResultCallback<O> b) { return null; } }
