package androidx.appcompat.app;

public class AppCompatActivity extends androidx.fragment.app.FragmentActivity {}
