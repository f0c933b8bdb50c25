package app.loanmarket;

import android.app.Activity;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;

/** The view that covers the pages while the app is locked: the product's icon, a text, and the unlock button. */
final class LockCover {
    private final Activity activity;
    private final LinearLayout view;

    LockCover(Activity activity, Runnable unlock) {
        this.activity = activity;
        view = new LinearLayout(activity);
        view.setOrientation(LinearLayout.VERTICAL);
        view.setGravity(Gravity.CENTER);
        view.setBackgroundColor(activity.getColor(R.color.paper));
        // Prevents touches from reaching the pages behind.
        view.setClickable(true);
        view.setFocusable(true);

        View mark = new View(activity);
        mark.setBackgroundResource(R.mipmap.ic_launcher);
        view.addView(mark, new LinearLayout.LayoutParams(points(72), points(72)));

        TextView line = new TextView(activity);
        line.setText(R.string.lock_line);
        line.setTextSize(18);
        line.setTextColor(activity.getColor(R.color.ink));
        line.setGravity(Gravity.CENTER);
        line.setPadding(points(24), points(24), points(24), points(24));
        view.addView(line);

        Button button = new Button(activity);
        button.setText(R.string.lock_open);
        button.setAllCaps(false);
        button.setMinHeight(points(48));
        button.setOnClickListener((clicked) -> unlock.run());
        view.addView(button, new LinearLayout.LayoutParams(points(240), ViewGroup.LayoutParams.WRAP_CONTENT));
    }

    boolean isShown() {
        return view.getParent() != null;
    }

    void show() {
        if (isShown()) return;
        activity.addContentView(view, new ViewGroup.LayoutParams(ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.MATCH_PARENT));
        view.requestFocus();
    }

    void hide() {
        if (isShown()) ((ViewGroup) view.getParent()).removeView(view);
    }

    private int points(int dp) {
        return Math.round(dp * activity.getResources().getDisplayMetrics().density);
    }
}
