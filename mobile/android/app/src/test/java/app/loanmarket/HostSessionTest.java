package app.loanmarket;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.util.List;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class HostSessionTest {
    /** Keeps the text that would be encrypted, as a phone does between two starts. */
    private static final class Memory implements LoginStore {
        private String text;

        @Override
        public Login read() {
            return text == null ? null : Login.fromText(text);
        }

        @Override
        public void write(Login login) {
            text = login.toText();
        }

        @Override
        public void clear() {
            text = null;
        }
    }

    @Rule
    public final TemporaryFolder cache = new TemporaryFolder();

    private final Memory memory = new Memory();
    private List<TransientFolder> folders;
    private HostSession session;

    @Before
    public void begin() {
        folders = TransientFolder.all(cache.getRoot());
        session = start();
    }

    /** Simulates a start of the app. */
    private HostSession start() {
        return new HostSession(memory, folders);
    }

    @Test
    public void returnsNullWithoutLogin() {
        assertNull(session.joint(null, null));
        assertNull(session.joint("", "0912345678"));
    }

    @Test
    public void keepsLoginAcrossColdStart() {
        assertEquals("t1", session.joint("t1", "0912345678").token);
        Login kept = start().joint(null, null);
        assertEquals("t1", kept.token);
        assertEquals("0912345678", kept.phone);
    }

    @Test
    public void newerTokenReplacesOlder() {
        session.joint("t1", "0912345678");
        session.joint("t2", null);
        Login kept = session.joint(null, null);
        assertEquals("t2", kept.token);
        assertEquals("", kept.phone);
    }

    @Test
    public void logOutDeletesLogin() {
        session.joint("t1", "0912345678");
        session.logOut();
        assertNull(start().joint(null, null));
    }

    @Test
    public void logOutDeletesEvenNewPhotosAndSharedFiles() throws IOException {
        for (TransientFolder folder : folders) assertTrue(new File(folder.made(), "a.pdf").createNewFile());
        session.logOut();
        for (TransientFolder folder : folders) assertEquals(0, folder.made().list().length);
    }

    @Test
    public void acceptsOnlyItsOwnTag() {
        assertTrue(HostSession.isOurs("vn"));
        assertFalse(HostSession.isOurs("th"));
        assertFalse(HostSession.isOurs("VN"));
        assertFalse(HostSession.isOurs(""));
        assertFalse(HostSession.isOurs(null));
    }

    @Test
    public void rejectsLoginThatCannotBeReadBack() {
        assertThrows(IllegalArgumentException.class, () -> new Login("a\nb", ""));
        assertThrows(IllegalArgumentException.class, () -> new Login("", "0912345678"));
        assertNull(Login.fromText("no separator"));
        assertNull(Login.fromText("\n0912345678"));
    }
}
