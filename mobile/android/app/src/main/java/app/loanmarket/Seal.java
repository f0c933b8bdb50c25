package app.loanmarket;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts text with AES-GCM. The format is one byte for the length of the IV, the IV, and the ciphertext with its tag.
 */
final class Seal {
    private static final String TRANSFORMATION = "AES/GCM/NoPadding";
    private static final int MARK_BITS = 128;

    private Seal() {}

    /** Encrypts a text. The cipher generates the IV itself, as a key of the AndroidKeyStore requires. */
    static byte[] close(SecretKey key, String text) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(TRANSFORMATION);
        cipher.init(Cipher.ENCRYPT_MODE, key);
        byte[] iv = cipher.getIV();
        byte[] body = cipher.doFinal(text.getBytes(StandardCharsets.UTF_8));
        byte[] sealed = new byte[1 + iv.length + body.length];
        sealed[0] = (byte) iv.length;
        System.arraycopy(iv, 0, sealed, 1, iv.length);
        System.arraycopy(body, 0, sealed, 1 + iv.length, body.length);
        return sealed;
    }

    /** Decrypts the output of {@link #close}. Throws if a byte was changed or the key is different. */
    static String open(SecretKey key, byte[] sealed) throws GeneralSecurityException {
        int length = sealed.length == 0 ? 0 : sealed[0];
        if (length <= 0 || sealed.length < 1 + length + MARK_BITS / 8) throw new GeneralSecurityException("not a sealed text");
        Cipher cipher = Cipher.getInstance(TRANSFORMATION);
        cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(MARK_BITS, sealed, 1, length));
        return new String(cipher.doFinal(Arrays.copyOfRange(sealed, 1 + length, sealed.length)), StandardCharsets.UTF_8);
    }
}
