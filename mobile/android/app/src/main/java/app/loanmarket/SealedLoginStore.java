package app.loanmarket;

import android.content.Context;
import android.content.SharedPreferences;
import android.util.Base64;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.ProviderException;

/** Stores the login in private preferences, encrypted with the key of the AndroidKeyStore. */
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
            // The key is lost (a restored phone, a changed screen lock), so the borrower has to log in again.
            clear();
            return null;
        }
    }

    @Override
    public void write(Login login) {
        try {
            byte[] sealed = Seal.close(KeystoreKey.get(), login.toText());
            // Written synchronously, because the process may be killed right after the login.
            preferences.edit().putString(NAME, Base64.encodeToString(sealed, Base64.NO_WRAP)).commit();
        } catch (GeneralSecurityException | IOException | ProviderException e) {
            // The login must not be stored unencrypted, and an older one must not come back.
            clear();
        }
    }

    @Override
    public void clear() {
        preferences.edit().remove(NAME).commit();
    }
}
