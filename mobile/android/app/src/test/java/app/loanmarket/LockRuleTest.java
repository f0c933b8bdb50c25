package app.loanmarket;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class LockRuleTest {
    private static final long LONG = LockRule.GRACE_MILLIS;
    private final LockRule rule = new LockRule();

    @Test
    public void aColdStartIsLocked() {
        assertTrue(rule.isDue(true, 0));
        assertTrue(rule.isDue(true, 1));
    }

    @Test
    public void staysOpenForAGlanceElsewhere() {
        rule.opened();
        rule.left(1000);
        assertFalse(rule.isDue(true, 1000 + LONG - 1));
        assertFalse("only the time away counts", rule.isDue(true, 1000 + 9 * LONG));
    }

    @Test
    public void locksAfterAWhileAway() {
        rule.opened();
        rule.left(1000);
        assertTrue(rule.isDue(true, 1000 + LONG));
        assertTrue("until it was opened", rule.isDue(true, 1001 + LONG));
        rule.opened();
        assertFalse(rule.isDue(true, 1002 + LONG));
    }

    @Test
    public void switchedOffItNeverLocks() {
        assertFalse(rule.isDue(false, 0));
        rule.left(0);
        assertFalse(rule.isDue(false, 9 * LONG));
    }

    @Test
    public void switchedOnWhileOpenItDoesNotLockAtOnce() {
        assertFalse(rule.isDue(false, 0));
        assertFalse(rule.isDue(true, 1));
        rule.left(2);
        assertTrue(rule.isDue(true, 2 + LONG));
    }
}
