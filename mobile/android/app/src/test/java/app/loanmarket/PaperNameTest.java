package app.loanmarket;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class PaperNameTest {
    @Test
    public void keepsAPlainName() {
        assertEquals("receipt-2026.pdf", PaperName.of("receipt-2026.pdf"));
    }

    @Test
    public void staysInItsFolder() {
        assertEquals("host.xml", PaperName.of("../../shared_prefs/host.xml"));
        assertEquals("file", PaperName.of(".."));
        assertEquals("file", PaperName.of("a/"));
        assertEquals("file", PaperName.of(null));
    }

    @Test
    public void losesWhatAFileSystemMayNotLike() {
        assertEquals("bi-n-lai.pdf", PaperName.of("biên lai.pdf"));
    }

    @Test
    public void isNeverTooLong() {
        StringBuilder long_ = new StringBuilder();
        for (int i = 0; i < 300; i++) long_.append('x');
        assertEquals(80, PaperName.of(long_ + ".pdf").length());
    }
}
