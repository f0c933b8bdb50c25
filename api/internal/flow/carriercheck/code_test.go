package carriercheck_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// unlimitedGuesses is a carrier that allows unlimited guesses.
type unlimitedGuesses struct{ asked atomic.Int64 }

func (*unlimitedGuesses) Start(context.Context, carrier.Request) (carrier.Answer, error) {
	return carrier.Answer{State: carrier.Code, CodeLength: 6}, nil
}

func (p *unlimitedGuesses) SubmitCode(context.Context, string, string) (carrier.Answer, error) {
	p.asked.Add(1)
	return carrier.Answer{State: carrier.Code, Reason: carrier.WrongCode, CodeLength: 6}, nil
}

func (*unlimitedGuesses) SendCode(context.Context, string) (carrier.Answer, error) {
	return carrier.Answer{State: carrier.Code, CodeLength: 6}, nil
}

func (*unlimitedGuesses) Lookup(context.Context, string) (carrier.Answer, error) {
	return carrier.Answer{State: carrier.Code, CodeLength: 6}, nil
}

// An entry is taken before the carrier is asked, so concurrent guesses are not more than consecutive ones.
func TestConcurrentCodesDoNotExceedMaxCodeEntries(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	who, _ := flowtest.NewMarket(t, pool).Borrower(t, 4)
	operator := &unlimitedGuesses{}
	check := carriercheck.New(pool, clock.NewManual(time.Now()), operator)
	session, err := check.Begin(t.Context(), flowtest.WithNewKey(who, "mall/detail"), carriercheck.Start{
		Channel: "viettel", Kind: carriers.Verify, Way: "password", Password: "matkhau7391",
	})
	require.NoError(t, err)
	require.Equal(t, carriers.Code, session.State)
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			_, _ = check.Submit(t.Context(), flowtest.WithNewKey(who, "mall/next"), "viettel", fmt.Sprintf("%06d", n))
		})
	}
	all.Wait()
	require.LessOrEqual(t, operator.asked.Load(), int64(carriers.MaxCodeEntries))
	after, err := check.Result(t.Context(), who, "viettel")
	require.NoError(t, err)
	require.Equal(t, carriers.Failed, after.State)
	require.Equal(t, carriers.MaxCodeEntries, after.CodeEntries)
}

// renewing is a carrier that judges a code only after the borrower has asked for another one.
type renewing struct {
	unlimitedGuesses
	again func()
}

func (r *renewing) SubmitCode(ctx context.Context, reference, code string) (carrier.Answer, error) {
	r.again()
	return r.unlimitedGuesses.SubmitCode(ctx, reference, code)
}

// A wrong code is refused, and the last one ends the session, even if another code was sent while the carrier judged it.
func TestWrongCodeIsRefusedAfterAnotherCodeWasSent(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	who, _ := flowtest.NewMarket(t, pool).Borrower(t, 4)
	operator, times := &renewing{}, clock.NewManual(time.Now())
	check := carriercheck.New(pool, times, operator)
	_, err := check.Begin(t.Context(), flowtest.WithNewKey(who, "mall/detail"), carriercheck.Start{
		Channel: "viettel", Kind: carriers.Verify, Way: "password", Password: "matkhau7391",
	})
	require.NoError(t, err)
	for n := range carriers.MaxCodeEntries {
		operator.again = func() {
			times.Advance(carriers.CodeWait)
			if n > 0 { // one code less can be sent than codes can be entered
				_, err := check.Resend(t.Context(), who, "viettel")
				require.NoError(t, err)
			}
		}
		_, err = check.Submit(t.Context(), flowtest.WithNewKey(who, "mall/next"), "viettel", fmt.Sprintf("%06d", n))
		if n < carriers.MaxCodeEntries-1 {
			require.Equal(t, reason.SMSCodeWrong, reason.Of(err))
		}
	}
	require.NoError(t, err)
	after, err := check.Result(t.Context(), who, "viettel")
	require.NoError(t, err)
	require.Equal(t, carriers.Failed, after.State)
}

// judging is a carrier that accepts every code, after something else has happened.
type judging struct {
	unlimitedGuesses
	before func()
}

func (j *judging) SubmitCode(context.Context, string, string) (carrier.Answer, error) {
	j.before()
	return carrier.Answer{State: carrier.Verified}, nil
}

// The answer to a code may come after the carrier's own report, or after another code was sent. The borrower is told once that the
// number is verified, and rewarded once.
func TestVerificationIsToldAndRewardedOnce(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	market := flowtest.NewMarket(t, pool)
	operator, times := &judging{}, clock.NewManual(time.Now())
	check := carriercheck.New(pool, times, operator)
	for _, meanwhile := range []func(borrower.Borrower, carriers.Session) error{
		func(_ borrower.Borrower, s carriers.Session) error {
			return check.HandleReport(t.Context(), carriercheck.Report{Service: "test", ID: s.ID.String(), SessionID: s.ID, Answer: carrier.Answer{State: carrier.Verified}})
		},
		func(who borrower.Borrower, _ carriers.Session) error {
			times.Advance(carriers.CodeWait)
			_, err := check.Resend(t.Context(), who, "viettel")
			return err
		},
	} {
		who, _ := market.Borrower(t, 4)
		session, err := check.Begin(t.Context(), flowtest.WithNewKey(who, "mall/detail"), carriercheck.Start{
			Channel: "viettel", Kind: carriers.Verify, Way: "password", Password: "matkhau7391",
		})
		require.NoError(t, err)
		operator.before = func() { require.NoError(t, meanwhile(who, session)) }
		after, err := check.Submit(t.Context(), flowtest.WithNewKey(who, "mall/next"), "viettel", "123456")
		require.NoError(t, err)
		require.Equal(t, carriers.Succeeded, after.State)
		var notices, rewards int
		require.NoError(t, pool.QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM notice WHERE member_id = $1 AND kind = 'carrier_verified'),
			       (SELECT count(*) FROM river_job WHERE kind = $2 AND args ->> 'sessionId' = $3)`,
			who.ID, carriercheck.RewardArgs{}.Kind(), session.ID.String()).Scan(&notices, &rewards))
		require.Equal(t, 1, notices)
		require.Equal(t, 1, rewards)
	}
}
