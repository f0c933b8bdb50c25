package app.loanmarket;

import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;

/** The app's own key in the AndroidKeyStore. It never leaves the phone or the key store's process. */
final class KeystoreKey {
    private static final String STORE = "AndroidKeyStore";
    private static final String ALIAS = "host-login";

    private KeystoreKey() {}

    static SecretKey get() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(STORE);
        store.load(null);
        SecretKey kept = (SecretKey) store.getKey(ALIAS, null);
        return kept != null ? kept : create();
    }

    private static SecretKey create() throws GeneralSecurityException {
        int purposes = KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT;
        KeyGenerator generator = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, STORE);
        generator.init(
            new KeyGenParameterSpec.Builder(ALIAS, purposes)
                .setKeySize(256)
                .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
                .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
                .build()
        );
        return generator.generateKey();
    }
}
