package apply_test

import (
	"encoding/hex"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/apply"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func newFlows(t *testing.T) *flowtest.Flows {
	t.Helper()
	return flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
}

func TestApplyStoresTermsAcceptanceAndReviewJob(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	request := l.Request(t, who, card, 10_000_000)
	ctx, trips := postgres.CountTrips(t.Context())
	ref, err := l.Apply.Do(ctx, flowtest.WithNewKey(who, "loan/apply"), request)
	require.NoError(t, err)
	require.Equal(t, 2, trips.Count(), "one trip for the key and the reads, one for the writes, the response and the commit: %q", trips.SQL())

	o := l.Order(t, ref.ID)
	require.Equal(t, loan.WaitingReview, o.Status)
	require.Equal(t, loan.Ref{ID: o.ID, OrderNo: o.OrderNo, Status: o.Status}, ref)
	require.Equal(t, int64(10_000_000), o.Principal)
	require.Equal(t, pricing.Terms(l.Product, who.Region), o.Terms)
	require.Regexp(t, `^LM261120[2-9A-Z]{8}$`, o.OrderNo)
	require.Equal(t, "2026-11-20", o.AppliedOn.String())

	var body string
	var sum []byte
	require.NoError(t, l.Pool.QueryRow(t.Context(), `SELECT body, sha256 FROM contract_acceptance WHERE order_id = $1 AND stage = 'application'`, o.ID).Scan(&body, &sum))
	require.Equal(t, request.AgreementHash, hex.EncodeToString(sum))
	require.Contains(t, body, "10.000.000")
	var jobs int
	require.NoError(t, l.Pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'order.review' AND queue = 'lender' AND args->>'orderId' = $1`, o.ID.String()).Scan(&jobs))
	require.Equal(t, 1, jobs, "a slow lender only delays the jobs of its queue")
	granted, err := member.Granted(who.ID, member.ConsentCredit).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.True(t, granted, "the accepted text mentions the credit check")

	// A change of the product does not change the order.
	v := flowtest.Version()
	v.AnnualRateBps, v.Number = 1480, l.Product.Current.Number
	l.Save(t, "quick", v)
	require.Equal(t, int64(1500), l.Order(t, o.ID).Terms.AnnualRateBps)
}

func TestConcurrentApplicationsCreateOneOrder(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	request := l.Request(t, who, card, 2_000_000)
	var wait sync.WaitGroup
	errs := make([]error, 20)
	for i := range errs {
		wait.Go(func() { _, errs[i] = l.Apply.Do(t.Context(), flowtest.WithNewKey(who, "loan/apply"), request) })
	}
	wait.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
			continue
		}
		require.Contains(t, []reason.Reason{reason.OrderInProgress, reason.SystemBusy}, reason.Of(err), err)
	}
	require.Equal(t, 1, made)
}

// oneIsRefused makes two applications at the same time, one of which must succeed, and returns why the other was
// refused.
func oneIsRefused(t *testing.T, l *flowtest.Flows, who borrower.Borrower, requests ...apply.Request) error {
	t.Helper()
	var wait sync.WaitGroup
	errs := make([]error, 2)
	for i, request := range requests {
		wait.Go(func() { _, errs[i] = l.Apply.Do(t.Context(), flowtest.WithNewKey(who, "loan/apply"), request) })
	}
	wait.Wait()
	require.True(t, (errs[0] == nil) != (errs[1] == nil), "%v", errs)
	return errors.Join(errs...)
}

// The credit limit applies across products: concurrent applications cannot exceed it together.
func TestConcurrentApplicationsCannotExceedTheCreditLimit(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	first := l.Request(t, who, card, 10_000_000)
	l.Product = l.Save(t, "second", flowtest.Version())
	second := l.Request(t, who, card, 10_000_000)
	require.Equal(t, reason.CreditTooLow, reason.Of(oneIsRefused(t, l, who, first, second)))
}

// The debt cap applies across products, however high the credit limit is. Of two concurrent applications that fit only
// one at a time, one succeeds.
func TestConcurrentApplicationsCannotExceedTheDebtCap(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	l.SetLenderType(t, "other")
	who, card := l.Borrower(t, 4)
	flowtest.PayOut(t, l.Pool, flowtest.Loan{MemberID: who.ID, Principal: 80_000_000, DisbursedOn: money.MustDate("2026-11-01")})
	_, err := l.Pool.Exec(t.Context(), `UPDATE credit_profile SET credit_limit = 500000000 WHERE member_id = $1`, who.ID)
	require.NoError(t, err)
	first := l.Request(t, who, card, 12_000_000)
	l.Product = l.Save(t, "second", flowtest.Version())
	second := l.Request(t, who, card, 12_000_000)
	refused := oneIsRefused(t, l, who, first, second)
	require.Equal(t, reason.DebtLimit, reason.Of(refused))
	require.Contains(t, reason.From(refused).Text(lang.EN), "100,000,000")
	l.Product = l.Save(t, "third", flowtest.Version())
	fits, err := l.Products.Detail(t.Context(), who, l.Product.ID)
	require.NoError(t, err)
	require.EqualValues(t, 8_000_000, fits.Eligibility.MaxAmount, "the maximum offered is the amount left under the debt cap")
}

func TestAgreementReadYesterdayMustBeReadAgain(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	request := l.Request(t, who, card, 10_000_000)
	l.Clock.Advance(24 * time.Hour)
	_, err := l.Apply.Do(t.Context(), flowtest.WithNewKey(who, "loan/apply"), request)
	require.Equal(t, reason.ContractChanged, reason.Of(err))
}

// A credit limit in dong does not apply to baht.
func TestProductInAnotherRegionsCurrencyIsRefused(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	request := l.Request(t, who, card, 10_000_000)
	_, err := postgrestest.Owner(t, l.Pool).Exec(t.Context(), `UPDATE loan_product_version SET currency = 'THB'`)
	require.NoError(t, err)
	_, err = l.Apply.Do(t.Context(), flowtest.WithNewKey(who, "loan/apply"), request)
	require.Equal(t, reason.ProductSuspended, reason.Of(err))
}

func TestApplicationWithAnInactiveCardIsRefused(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	request := l.Request(t, who, card, 10_000_000)
	request.BankCardID = l.Card(t, who.ID, 0)
	_, err := l.Apply.Do(t.Context(), flowtest.WithNewKey(who, "loan/apply"), request)
	require.Equal(t, reason.CardNotActive, reason.Of(err))
	_, err = l.Pool.Exec(t.Context(), `UPDATE bank_card SET status = 2, closed_at = now() WHERE id = $1`, card)
	require.NoError(t, err)
	request.BankCardID = card
	_, err = l.Apply.Do(t.Context(), flowtest.WithNewKey(who, "loan/apply"), request)
	require.Equal(t, reason.CardNotActive, reason.Of(err))
}

// A product closed for a time says when it opens, so that the app can show it.
func TestApplicationForAFrozenProductNamesTheEndOfTheFreeze(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	request := l.Request(t, who, card, 10_000_000)
	until := l.Clock.Now().Add(36 * time.Hour)
	b := &pgx.Batch{}
	credit.QueueFreeze(b, who.ID, l.Product.ID, until, "x")
	require.NoError(t, postgres.Send(t.Context(), l.Pool, b))
	_, err := l.Apply.Do(t.Context(), flowtest.WithNewKey(who, "loan/apply"), request)
	require.Equal(t, reason.ProductFrozen, reason.Of(err))
	require.True(t, until.Equal(reason.From(err).AvailableAt), "%s", reason.From(err).AvailableAt)
}

func TestApplicationNeedsTheCarrierCheckIfTheRegionRequiresIt(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	strict := *who.Region
	strict.CarrierCheck.Required = true
	who.Region = &strict
	request := l.Request(t, who, card, 10_000_000)
	_, err := l.Apply.Do(t.Context(), flowtest.WithNewKey(who, "loan/apply"), request)
	require.Equal(t, reason.VerificationIncomplete, reason.Of(err))
	_, err = l.Pool.Exec(t.Context(), `
		INSERT INTO carrier_session (id, member_id, device_id, region, carrier, kind, way, state, created_at, expires_at, ended_at, valid_until)
		VALUES (uuidv7(), $1, $2, 'vi', 'viettel', 'verify', 'code', 'succeeded', $3, $3, $3, $3::timestamptz + interval '1 day')`, who.ID, who.DeviceID, l.Clock.Now())
	require.NoError(t, err)
	_, err = l.Apply.Do(t.Context(), flowtest.WithNewKey(who, "loan/apply"), request)
	require.NoError(t, err)
}
