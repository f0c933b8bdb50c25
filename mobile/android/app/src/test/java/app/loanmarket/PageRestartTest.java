package app.loanmarket;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class PageRestartTest {
    @Test
    public void restoresOnlyPagesOfTheApp() {
        assertEquals("https://localhost/m/auth/identity?back=0", PageRestart.restored("https://localhost/m/auth/identity?back=0"));
        for (String other : new String[] {null, "", "https://localhost/old-web-view.html", "https://localhost.example/m/home", "javascript:alert(1)//https://localhost/m/"}) {
            assertNull(PageRestart.restored(other));
        }
    }

    @Test
    public void opensPageAgainUnlessItEndsTheWebViewAgain() {
        PageRestart restart = new PageRestart();
        assertTrue(restart.opensAgain(5));
        assertFalse(restart.opensAgain(60_004));
        assertTrue(restart.opensAgain(120_004));
    }
}
