package app.loanmarket;

import android.content.Context;
import android.content.SharedPreferences;
import android.util.Base64;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.ProviderException;

/** Keeps the log-in in private preferences, sealed by the key of the AndroidKeyStore. */
final class SealedLoginStore implements LoginStore {
    private static final String FILE = "host";
    private static final String NAME = "login";

    private final SharedPreferences preferences;

    SealedLoginStore(Context context) {
        preferences = context.getSharedPreferences(FILE, Context.MODE_PRIVATE);
    }

    @Override
    public Login read() {
        String sealed = preferences.getString(NAME, null);
        if (sealed == null) return null;
        try {
            return Login.fromText(Seal.open(KeystoreKey.get(), Base64.decode(sealed, Base64.NO_WRAP)));
        } catch (GeneralSecurityException | IOException | IllegalArgumentException | ProviderException e) {
            // The key is gone (a restored phone, a changed screen lock): the borrower logs in again.
            clear();
            return null;
        }
    }

    @Override
    public void write(Login login) {
        try {
            byte[] sealed = Seal.close(KeystoreKey.get(), login.toText());
            // At once, not in the background: the process may be killed right after the log-in.
            preferences.edit().putString(NAME, Base64.encodeToString(sealed, Base64.NO_WRAP)).commit();
        } catch (GeneralSecurityException | IOException | ProviderException e) {
            // Better not kept than kept open; an older log-in must not come back either.
            clear();
        }
    }

    @Override
    public void clear() {
        preferences.edit().remove(NAME).commit();
    }
}
