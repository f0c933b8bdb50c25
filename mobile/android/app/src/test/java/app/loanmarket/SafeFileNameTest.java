package app.loanmarket;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class SafeFileNameTest {
    @Test
    public void keepsPlainName() {
        assertEquals("receipt-2026.pdf", SafeFileName.of("receipt-2026.pdf"));
    }

    @Test
    public void removesFolders() {
        assertEquals("host.xml", SafeFileName.of("../../shared_prefs/host.xml"));
        assertEquals("file", SafeFileName.of(".."));
        assertEquals("file", SafeFileName.of("a/"));
        assertEquals("file", SafeFileName.of(null));
    }

    @Test
    public void replacesUnsafeCharacters() {
        assertEquals("bi-n-lai.pdf", SafeFileName.of("biên lai.pdf"));
    }

    @Test
    public void limitsLength() {
        StringBuilder long_ = new StringBuilder();
        for (int i = 0; i < 300; i++) long_.append('x');
        assertEquals(80, SafeFileName.of(long_ + ".pdf").length());
    }
}
