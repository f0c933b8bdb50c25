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
	// greedyAtOnce is the number of concurrent calls of each greedy client, one for each of four processes.
	greedyAtOnce = 4
	// consentsAnHour is how often a member may change a consent per hour.
	consentsAnHour = 60
)

// greedy holds clients that try to exceed the limits on all processes at the same time.
type greedy struct {
	*fixture
	// caller requests one code after the other, guesser guesses the one code of a number, fickle changes a consent.
	caller, guesser, fickle *apptest.Client
	began                   time.Time
	code                    string

	wrong, changed, asked atomic.Int64
}

// newGreedy makes the clients and keeps their limits in force for the rest of the test.
func newGreedy(t *testing.T, s *fixture) *greedy {
	t.Helper()
	g := &greedy{fixture: s, caller: s.Client(t), guesser: s.Client(t), fickle: s.Login(t), began: time.Now()}
	g.caller.SendCode(t, 200)
	g.guesser.SendCode(t, 200)
	g.code = s.Code(t, g.guesser.Phone)
	g.fickle.OK(t, "memberSetConsent", consent(false), nil)
	require.NoError(t, s.Owner.QueryRow(t.Context(), `SELECT array_agg(DISTINCT bucket) FROM rate_limit`).Scan(&s.limited))
	require.NotEmpty(t, s.limited)
	return g
}

func consent(granted bool) body {
	return body{"kind": contract.ConsentKindMarketing, "version": "1.0", "granted": granted}
}

// run lets the clients try until ctx ends.
func (g *greedy) run(ctx context.Context) {
	var trying sync.WaitGroup
	try := func(once func()) {
		for range greedyAtOnce {
			trying.Go(func() {
				for ctx.Err() == nil {
					once()
					g.asked.Add(1)
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
		answer, err := g.fickle.Try(ctx, uuid.NewString(), "memberSetConsent", consent(g.asked.Load()%2 == 0))
		if err == nil && answer.Success {
			g.changed.Add(1)
		}
	})
	trying.Wait()
}

func (g *greedy) login(code string) body {
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
func (g *greedy) judge(t *testing.T) {
	t.Helper()
	const sent = `SELECT count(*) FROM desk_sms WHERE phone = $1`
	most := 1 + int64(time.Since(g.began)/member.ResendAfter)
	require.LessOrEqual(t, g.number(t, sent, "+84"+strings.TrimPrefix(g.caller.Phone, "0")), most, "codes to one number")
	require.Less(t, g.wrong.Load(), int64(member.CodeTries), "guesses at one code")
	answer, err := g.guesser.Try(t.Context(), uuid.NewString(), "memberSmsLogin", g.login(g.code))
	require.NoError(t, err)
	require.False(t, answer.Success, "the right code after too many guesses")
	require.Less(t, g.changed.Load(), int64(consentsAnHour), "changes of a consent, beside the first one")
	t.Logf("%d calls of the greedy: %d guesses and %d changes got through", g.asked.Load(), g.wrong.Load(), g.changed.Load())
}
