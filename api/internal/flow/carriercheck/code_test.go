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
