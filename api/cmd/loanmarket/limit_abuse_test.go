package main_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

const (
	// abusersAtOnce is the number of concurrent calls of each abusive client, one for each of four processes.
	abusersAtOnce = 4
	// consentsAnHour is how often a member may change a consent per hour.
	consentsAnHour = 60
)

// limitAbuse holds clients that try to exceed the limits on all processes at the same time.
type limitAbuse struct {
	*fixture
	// caller requests one code after the other, guesser guesses the one code of a number, consenter changes a consent.
	caller, guesser, consenter *apptest.Client
	began                      time.Time
	code                       string

	wrong, changed, attempts atomic.Int64
}

// newLimitAbuse makes the clients and keeps their limits in force for the rest of the test.
func newLimitAbuse(t *testing.T, s *fixture) *limitAbuse {
	t.Helper()
	g := &limitAbuse{fixture: s, caller: s.Client(t), guesser: s.Client(t), consenter: s.Login(t), began: time.Now()}
	g.caller.SendCode(t, 200)
	g.guesser.SendCode(t, 200)
	g.code = s.Code(t, g.guesser.Phone)
	g.consenter.OK(t, "memberSetConsent", consent(false), nil)
	require.NoError(t, s.Owner.QueryRow(t.Context(), `SELECT array_agg(DISTINCT bucket) FROM rate_limit`).Scan(&s.limited))
	require.NotEmpty(t, s.limited)
	return g
}

func consent(granted bool) body {
	return body{"kind": contract.ConsentKindMarketing, "version": "1.0", "granted": granted}
}

// run lets the clients try until ctx ends.
func (g *limitAbuse) run(ctx context.Context) {
	var trying sync.WaitGroup
	try := func(once func()) {
		for range abusersAtOnce {
			trying.Go(func() {
				for ctx.Err() == nil {
					once()
					g.attempts.Add(1)
					pause(ctx, 20*time.Millisecond)
				}
			})
		}
	}
	guess := wrongCode(g.code)
	try(func() {
		_, _ = g.caller.Try(ctx, uuid.NewString(), "memberSendSmsCode", body{"phoneNum": g.caller.Phone, "type": 200})
	})
	try(func() {
		answer, err := g.guesser.Try(ctx, uuid.NewString(), "memberSmsLogin", g.login(guess))
		if err == nil && answer.Failure.Reason == reason.SMSCodeWrong {
			g.wrong.Add(1)
		}
	})
	try(func() {
		answer, err := g.consenter.Try(ctx, uuid.NewString(), "memberSetConsent", consent(g.attempts.Load()%2 == 0))
		if err == nil && answer.Success {
			g.changed.Add(1)
		}
	})
	trying.Wait()
}

func (g *limitAbuse) login(code string) body {
	return body{"phoneNum": g.guesser.Phone, "smsCode": code, "type": 200, "consents": apptest.Consents()}
}

// wrongCode returns a different code of the same length.
func wrongCode(code string) string {
	if other := strings.Repeat("1", len(code)); other != code {
		return other
	}
	return strings.Repeat("2", len(code))
}

// judge compares what the clients achieved with the limits.
func (g *limitAbuse) judge(t *testing.T) {
	t.Helper()
	const sent = `SELECT count(*) FROM desk_sms WHERE phone = $1`
	most := 1 + int64(time.Since(g.began)/member.ResendAfter)
	require.LessOrEqual(t, g.number(t, sent, "+84"+strings.TrimPrefix(g.caller.Phone, "0")), most, "codes sent to one number")
	require.Less(t, g.wrong.Load(), int64(member.CodeTries), "guesses of one code")
	answer, err := g.guesser.Try(t.Context(), uuid.NewString(), "memberSmsLogin", g.login(g.code))
	require.NoError(t, err)
	require.False(t, answer.Success, "the right code must be refused after too many guesses")
	require.Less(t, g.changed.Load(), int64(consentsAnHour), "consent changes after the first one")
	t.Logf("%d abusive calls: %d guesses and %d consent changes were accepted", g.attempts.Load(), g.wrong.Load(), g.changed.Load())
}
