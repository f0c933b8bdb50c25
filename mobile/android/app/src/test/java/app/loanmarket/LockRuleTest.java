package app.loanmarket;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class LockRuleTest {
    private static final long GRACE = LockRule.GRACE_MILLIS;
    private final LockRule rule = new LockRule(false);

    @Test
    public void coldStartIsLocked() {
        assertTrue(rule.isDue(true, 0));
        assertTrue(rule.isDue(true, 1));
    }

    @Test
    public void staysUnlockedAfterShortAbsence() {
        rule.opened();
        rule.left(1000);
        assertFalse(rule.isDue(true, 1000 + GRACE - 1));
        assertFalse("only the time in the background counts", rule.isDue(true, 1000 + 9 * GRACE));
    }

    @Test
    public void locksAfterGracePeriod() {
        rule.opened();
        rule.left(1000);
        assertTrue(rule.isDue(true, 1000 + GRACE));
        assertTrue("stays locked until it is opened", rule.isDue(true, 1001 + GRACE));
        rule.opened();
        assertFalse(rule.isDue(true, 1002 + GRACE));
    }

    @Test
    public void neverLocksWhenDisabled() {
        assertFalse(rule.isDue(false, 0));
        rule.left(0);
        assertFalse(rule.isDue(false, 9 * GRACE));
    }

    @Test
    public void doesNotLockImmediatelyWhenEnabled() {
        assertFalse(rule.isDue(false, 0));
        assertFalse(rule.isDue(true, 1));
        rule.left(2);
        assertTrue(rule.isDue(true, 2 + GRACE));
    }

    @Test
    public void awaitsAnswerAskedBeforeRestartOnce() {
        LockRule restarted = new LockRule(true);
        assertTrue(restarted.isDue(true, 0));
        assertFalse("the keyguard has already asked", restarted.asksNow());
        assertTrue("without an answer the user is asked the next time", restarted.asksNow());
        assertTrue(rule.asksNow());
    }
}
