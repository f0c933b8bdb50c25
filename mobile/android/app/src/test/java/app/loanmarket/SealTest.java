package app.loanmarket;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.Test;

public class SealTest {
    private static final String TEXT = "token\n0912345678 – Vay Rõ";
    private final SecretKey key = key(1);

    private static SecretKey key(int fill) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) fill);
        return new SecretKeySpec(bytes, "AES");
    }

    @Test
    public void decryptsItsOwnOutput() throws Exception {
        assertEquals(TEXT, Seal.open(key, Seal.close(key, TEXT)));
    }

    @Test
    public void outputDoesNotContainText() throws Exception {
        String sealed = new String(Seal.close(key, TEXT), StandardCharsets.ISO_8859_1);
        assertFalse(sealed.contains("token"));
    }

    @Test
    public void outputDiffersEachTime() throws Exception {
        assertFalse(Arrays.equals(Seal.close(key, TEXT), Seal.close(key, TEXT)));
    }

    @Test
    public void rejectsEveryChangedByte() throws Exception {
        byte[] sealed = Seal.close(key, TEXT);
        for (int i = 0; i < sealed.length; i++) {
            byte[] changed = sealed.clone();
            changed[i] ^= 1;
            assertThrows(GeneralSecurityException.class, () -> Seal.open(key, changed));
        }
    }

    @Test
    public void rejectsAnotherKeyAndTruncatedInput() throws Exception {
        byte[] sealed = Seal.close(key, TEXT);
        assertThrows(GeneralSecurityException.class, () -> Seal.open(key(2), sealed));
        assertThrows(GeneralSecurityException.class, () -> Seal.open(key, new byte[0]));
        for (int length = 0; length < sealed.length; length++) {
            byte[] cut = Arrays.copyOf(sealed, length);
            assertThrows(GeneralSecurityException.class, () -> Seal.open(key, cut));
        }
    }
}
