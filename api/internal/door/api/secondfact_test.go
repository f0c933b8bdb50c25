package api_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// testIdentities lists identities by region, with the number as the card prints it.
var testIdentities = map[string]struct{ number, born string }{
	"vi": {"001199000123", "1999-05-20"},
	"cn": {"11010519491231002X", "1949-12-31"},
	"id": {"3171015203900001", "1990-03-12"},
	"th": {"1101700230708", "1990-03-12"},
	"gh": {"GHA-123456789-0", "1990-03-12"},
}

// proved returns a borrower with a proved identity and the last four characters that the card shows, without the
// separators between groups, as the app accepts them.
func proved(t *testing.T, stack *apptest.Stack) (c *apptest.Client, last4 string) {
	t.Helper()
	c = stack.Login(t)
	who := testIdentities[stack.Region().Code]
	identity := identityBody(t, c, who.number)
	identity["birthday"] = who.born
	c.OK(t, "authIdentity", identity, nil)
	typed := regexp.MustCompile(`[^0-9X]`).ReplaceAllString(who.number, "")
	return c, typed[len(typed)-4:]
}

// In each region a new device is admitted by the last four characters of the number that the card shows.
func TestSecondFactInEachRegion(t *testing.T) {
	t.Parallel()
	for _, code := range region.Codes() {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			old, last4 := proved(t, apptest.Start(t, apptest.Set("REGION", code)))
			var detail contract.AuthDetailData
			old.OK(t, "authDetail", body{"topic": "identity"}, &detail)
			require.Equal(t, "••••••••"+last4, (*detail.Submitted)["idNumber"])
			old.OK(t, "memberLogout", body{}, nil)

			fresh := newDevice(t, old)
			require.Equal(t, old.MemberID, fresh.MemberID)
			fresh.Refused(t, reason.SecondFactNeeded, "authList", body{})
			fresh.Refused(t, reason.SecondFactWrong, "memberSecondFact", body{"idLast4": "9999"})
			fresh.OK(t, "memberSecondFact", body{"idLast4": last4}, nil)
			fresh.OK(t, "authList", body{}, nil)
		})
	}
}

// Of many concurrent guesses, in whatever process, only as many are compared with the number as one after the other.
func TestConcurrentSecondFactGuessesStayWithinTheLimit(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	old, last4 := proved(t, stack)
	old.OK(t, "memberLogout", body{}, nil)
	fresh := newDevice(t, old)
	compared := make([]bool, 30)
	atOnce(len(compared), func(n int) {
		answer := callUntilDone(t, fresh, uuid.NewString(), "memberSecondFact", body{"idLast4": fmt.Sprintf("00%02d", n)})
		compared[n] = answer.Failure.Reason == reason.SecondFactWrong
		require.True(t, compared[n] || answer.Failure.Reason == reason.TooManyRequests, "%s", answer.Body)
	})
	count := 0
	for _, one := range compared {
		if one {
			count++
		}
	}
	require.Equal(t, member.Defaults().SecondFact[0].Max, count)
	fresh.Refused(t, reason.TooManyRequests, "memberSecondFact", body{"idLast4": last4})
}

// A borrower in Ghana whose stored last characters include a hyphen, as an earlier release stored them, is not locked
// out: a job stores them again.
func TestStoredLast4WithHyphenIsRestored(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Set("REGION", "gh"))
	old, last4 := proved(t, stack)
	_, err := stack.Pool.Exec(t.Context(), `UPDATE identity SET id_last4 = '89-0' WHERE member_id = $1`, old.MemberID)
	require.NoError(t, err)
	old.OK(t, "memberLogout", body{}, nil)
	fresh := newDevice(t, old)
	fresh.Refused(t, reason.SecondFactWrong, "memberSecondFact", body{"idLast4": last4})

	app := stack.Apps[0]
	restore := jobs.RestoreLast4{Pool: stack.Pool, Clock: app.Clock, KYC: kyc.New(app.Keyring, app.Hasher)}
	require.NoError(t, restore.Work(t.Context(), nil))
	fresh.OK(t, "memberSecondFact", body{"idLast4": last4}, nil)
	var reads int
	const logged = `SELECT count(*) FROM audit_log WHERE action = 'identity.read' AND actor = 'job:maintenance.restore_last4' AND subject = $1`
	require.NoError(t, restore.Work(t.Context(), nil))
	require.NoError(t, stack.Pool.QueryRow(t.Context(), logged, "member:"+old.MemberID.String()).Scan(&reads))
	require.Equal(t, 1, reads, "the number is decrypted only once")
}
