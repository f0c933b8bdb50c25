package carriercheck_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// slowCarrier is a carrier that reports the result later.
type slowCarrier struct{ unlimitedGuesses }

func (*slowCarrier) Start(context.Context, carrier.Request) (carrier.Answer, error) {
	return carrier.Answer{State: carrier.Waiting}, nil
}

// A service that reuses a report's id for another report, or contradicts a final result, gets an error, and the session
// does not change.
func TestContradictingReportIsRefused(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	market := flowtest.NewMarket(t, pool)
	check := carriercheck.New(pool, clock.NewManual(time.Now()), &slowCarrier{})
	begin := func() (carriers.Session, func() carriers.State) {
		who, _ := market.Borrower(t, 4)
		session, err := check.Begin(t.Context(), flowtest.WithNewKey(who, "mall/detail"), carriercheck.Start{
			Channel: "viettel", Kind: carriers.Verify, Way: "password", Password: "matkhau7391",
		})
		require.NoError(t, err)
		require.Equal(t, carriers.Waiting, session.State)
		return session, func() carriers.State {
			now, err := check.Result(t.Context(), who, "viettel")
			require.NoError(t, err)
			return now.State
		}
	}
	session, state := begin()
	other, otherState := begin()
	months := 30
	verified := carriercheck.Report{
		Service: "sandbox", ID: "r1", SessionID: session.ID, Answer: carrier.Answer{State: carrier.Verified, TenureMonths: &months},
	}
	failed := verified
	failed.Answer = carrier.Answer{State: carrier.Failed, Reason: carrier.WrongPassword}
	require.NoError(t, check.HandleReport(t.Context(), verified))
	require.NoError(t, check.HandleReport(t.Context(), verified), "a repeated report")
	require.Equal(t, carriers.Succeeded, state())

	require.Equal(t, reason.IdempotencyConflict, reason.Of(check.HandleReport(t.Context(), failed)), "the id was used for another report")
	elsewhere := verified
	elsewhere.SessionID = other.ID
	require.Equal(t, reason.IdempotencyConflict, reason.Of(check.HandleReport(t.Context(), elsewhere)), "the id was used for a report about another session")
	failed.ID = "r2"
	require.Equal(t, reason.StateChanged, reason.Of(check.HandleReport(t.Context(), failed)), "another final result for the same session")
	require.Equal(t, carriers.Succeeded, state())
	require.Equal(t, carriers.Waiting, otherState())

	failed.SessionID = other.ID
	require.NoError(t, check.HandleReport(t.Context(), failed), "the id of a refused report can be used again")
	require.Equal(t, carriers.Failed, otherState())
	failed.ID, failed.SessionID = "r3", uuid.New()
	require.Equal(t, reason.NoData, reason.Of(check.HandleReport(t.Context(), failed)), "an unknown session")
}
