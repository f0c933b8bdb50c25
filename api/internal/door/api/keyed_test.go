package api_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// When a session has changed since its last lookup, the call does nothing for the old state and returns no stored
// answer of it. The idempotency key stays unused.
func TestKeyedCallUsesCurrentSessionState(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	for name, c := range map[string]struct {
		become, back string
		told         reason.Reason
	}{
		"ended session": {`UPDATE session SET revoked_at = now() WHERE token_hash = $1`, `UPDATE session SET revoked_at = NULL WHERE token_hash = $1`, reason.SessionEnded},
		"session on a device that lost its trust": {
			`UPDATE device SET trusted_at = NULL FROM session WHERE device.id = session.device_id AND token_hash = $1`,
			`UPDATE device SET trusted_at = now() FROM session WHERE device.id = session.device_id AND token_hash = $1`, reason.SecondFactNeeded,
		},
		"session of an account with a pending deletion": {
			`UPDATE member SET status = 'deleting' FROM session WHERE member.id = session.member_id AND token_hash = $1`,
			`UPDATE member SET status = 'active' FROM session WHERE member.id = session.member_id AND token_hash = $1`, reason.AccountDeleting,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDebtor(t, stack, 10)
			ask, token, left := d.ask(700_000, "repayment"), secret.TokenHash(d.client.Token), `
				SELECT (SELECT count(*) FROM payment_intent WHERE member_id = $1) + (SELECT count(*) FROM idempotency_key WHERE scope = $1::text)`
			kept := func() (n int) {
				require.NoError(t, stack.Pool.QueryRow(t.Context(), left, d.client.MemberID).Scan(&n))
				return n
			}
			said := func(key string) reason.Reason {
				return d.client.CallWith(t, key, "repayBank", ask).Failure.Reason
			}
			require.Empty(t, said("the first intention"))
			require.Equal(t, 2, kept())
			d.client.OK(t, "memberQuery", body{}, nil)
			updateRow(t, stack, c.become, token)
			require.Equal(t, c.told, said("the first intention"), "the stored response is not returned")
			require.Equal(t, 2, kept())
			updateRow(t, stack, c.back, token)
			d.client.OK(t, "memberQuery", body{}, nil)
			updateRow(t, stack, c.become, token)
			for range 2 {
				require.Equal(t, c.told, said("the second intention"))
			}
			require.Equal(t, 2, kept())
			updateRow(t, stack, c.back, token)
			require.Empty(t, said("the second intention"), "the refusals were not stored under the key")
			require.Equal(t, 4, kept())
		})
	}
	t.Run("session that belongs to another member", func(t *testing.T) {
		t.Parallel()
		d, other := newDebtor(t, stack, 10), newDebtor(t, stack, 10)
		for _, one := range []debtor{d, other} {
			one.client.OK(t, "memberQuery", body{}, nil)
		}
		updateRow(t, stack, `UPDATE session SET member_id = $2 WHERE token_hash = $1`, secret.TokenHash(d.client.Token), other.client.MemberID)
		d.Refused(t, reason.OrderNotFound, "repayBank", d.ask(700_000, "repayment"))
		d.OK(t, "repayBank", other.ask(700_000, "repayment"), nil)
		var mine, theirs int
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `
			SELECT count(*) FILTER (WHERE order_id = $1), count(*) FILTER (WHERE order_id = $2 AND member_id = $3) FROM payment_intent`,
			d.loan.OrderID, other.loan.OrderID, other.client.MemberID).Scan(&mine, &theirs))
		require.Zero(t, mine)
		require.Equal(t, 1, theirs)
	})
}

// The session of a borrower who called recently is looked up in the same round trip that claims the idempotency key and
// counts the call.
func TestKeyedCallOfKnownSessionNeedsNoExtraRoundTrip(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d := newDebtor(t, stack, 10)
	d.client.OK(t, "memberQuery", body{}, nil)
	for range 2 {
		require.Equal(t, 2, d.OK(t, "repayBank", d.ask(700_000, "repayment"), nil).Trips)
	}
	said := d.Refused(t, reason.OrderNotFound, "orderCancel", body{"orderId": uuid.New()})
	require.Equal(t, 4, said.Trips, "claim with session lookup, rollback, and storing the refusal")
	key := uuid.NewString()
	for _, trips := range []int{2, 3} { // a repeated request also reads what has become of the intent
		answer := d.client.CallWith(t, key, "repayPaycode", d.ask(700_000, "repayment"))
		require.Equal(t, trips, answer.Trips, "%s", answer.Body)
	}
}

// A call whose count has to wait for a lock on the table waits only once.
func TestCallWithBlockedCounterIsMadeOnce(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d := newDebtor(t, stack, 10)
	d.client.OK(t, "memberQuery", body{}, nil)
	held, err := stack.Owner.Begin(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), `LOCK TABLE rate_limit`)
	require.NoError(t, err)
	said := d.Refused(t, reason.SystemBusy, "repayBank", d.ask(700_000, "repayment"))
	// On a slow machine the call's time can end before the wait for the lock; its connection then goes without a rollback.
	require.LessOrEqual(t, said.Trips, 2, "the call and its rollback")
	require.NoError(t, held.Rollback(t.Context()))
	d.OK(t, "repayBank", d.ask(700_000, "repayment"), nil)
}
