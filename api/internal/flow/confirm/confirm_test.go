package confirm_test

import (
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/confirm"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func newFlows(t *testing.T) *flowtest.Flows {
	t.Helper()
	return flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
}

func TestConfirmationStoresDisbursementAgreementAndJobs(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	request := l.Confirmation(t, who, o.ID)
	ctx, trips := postgres.CountTrips(t.Context())
	ref, err := l.Confirm.Do(ctx, flowtest.WithNewKey(who, "order/confirm"), request)
	require.NoError(t, err)
	require.Equal(t, loan.Ref{ID: o.ID, OrderNo: o.OrderNo, Status: loan.Disbursing}, ref)
	require.Equal(t, 4, trips.Count(), "one trip each for the key and the reads, the SMS code, the writes and the response, and the commit: %q", trips.SQL())

	require.Equal(t, loan.Disbursing, l.Order(t, o.ID).Status)
	d, err := loan.LiveDisbursement(o.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.NotNil(t, d)
	require.Equal(t, loan.DisbursementCreated, d.State)
	require.Equal(t, o.OrderNo+"-1", d.Reference)
	require.Equal(t, int64(9_900_000), d.Amount)
	accepted, err := loan.AcceptedOffer(o.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Contains(t, accepted.Body, "Nguyễn Thị Lan")
	require.Contains(t, accepted.Body, "Vietcombank ••••1234")
	require.Equal(t, who.DeviceID, accepted.DeviceID)
	var jobs int
	require.NoError(t, l.Pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind IN ('order.payout', 'document.contract')`).Scan(&jobs))
	require.Equal(t, 2, jobs)

	ctx, trips = postgres.CountTrips(t.Context())
	after, err := l.Confirm.Agreement(ctx, who, o.ID)
	require.NoError(t, err)
	require.Equal(t, 1, trips.Count())
	require.Equal(t, request.AgreementHash, after.Hash, "the accepted agreement can still be read")
	l.Clock.Advance(48 * time.Hour)
	after, err = l.Confirm.Agreement(t.Context(), who, o.ID)
	require.NoError(t, err)
	require.Equal(t, request.AgreementHash, after.Hash)
}

// An accepted agreement does not change, even if the account in it has another number now and the reader uses another
// language.
func TestAcceptedAgreementDoesNotChange(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	request := l.Confirmation(t, who, o.ID)
	_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), request)
	require.NoError(t, err)
	_, err = l.Pool.Exec(t.Context(), `UPDATE bank_card SET account_last4 = '9876' WHERE id = $1`, card)
	require.NoError(t, err)
	who.Lang = lang.EN
	after, err := l.Confirm.Agreement(t.Context(), who, o.ID)
	require.NoError(t, err)
	accepted, err := loan.AcceptedOffer(o.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Equal(t, accepted.Body, after.Plain)
	require.Equal(t, request.AgreementHash, after.Hash)
	stranger, _ := l.Borrower(t, 4)
	_, err = l.Confirm.Agreement(t.Context(), stranger, o.ID)
	require.Equal(t, reason.OrderNotFound, reason.Of(err))
}

func TestRefusedConfirmationsChangeNothing(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	good := l.Confirmation(t, who, o.ID)
	before := flowtest.Rows(t, l.Pool)
	refused := func(want reason.Reason) {
		t.Helper()
		_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), good)
		require.Equal(t, want, reason.Of(err))
		require.Equal(t, before, flowtest.Rows(t, l.Pool))
	}
	right := good
	good.Accepted = false
	refused(reason.ContractNotAccepted)
	good = right
	good.AgreementHash = "00"
	refused(reason.ContractChanged)
	good = right
	good.SMSCode = "0000"
	refused(reason.SMSCodeWrong)
	good = right
	l.Clock.Advance(24 * time.Hour)
	refused(reason.ContractChanged)
	l.Clock.Advance(48 * time.Hour)
	refused(reason.OfferExpired)
	stranger, _ := l.Borrower(t, 4)
	before = flowtest.Rows(t, l.Pool)
	who = stranger
	refused(reason.OrderNotFound)
}

// A reversal reopens a settled loan, so an offer made meanwhile may exceed the debt cap. Of two concurrent
// confirmations that fit only one at a time, one succeeds.
func TestConfirmationsCannotExceedTheDebtCap(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	l.SetLenderType(t, "other")
	who, card := l.Borrower(t, 4)
	first := l.Reviewed(t, who, card, 2_000_000)
	l.Product = l.Save(t, "second", flowtest.Version())
	second := l.Reviewed(t, who, card, 2_000_000)
	requests := []confirm.Request{l.Confirmation(t, who, first.ID), l.Confirmation(t, who, second.ID)}
	reopened := flowtest.PayOut(t, l.Pool, flowtest.Loan{MemberID: who.ID, Principal: 98_000_001, DisbursedOn: money.MustDate("2026-11-01")})
	before := flowtest.Rows(t, l.Pool)
	for _, request := range requests {
		_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), request)
		require.Equal(t, reason.DebtLimit, reason.Of(err))
	}
	require.Equal(t, before, flowtest.Rows(t, l.Pool))

	_, err := l.Pool.Exec(t.Context(), `UPDATE loan_order SET principal = 98000000 WHERE id = $1`, reopened.OrderID)
	require.NoError(t, err)
	var wait sync.WaitGroup
	errs := make([]error, 2)
	for i, request := range requests {
		wait.Go(func() {
			_, errs[i] = l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), request)
		})
	}
	wait.Wait()
	require.True(t, (errs[0] == nil) != (errs[1] == nil), "%v", errs)
	require.Equal(t, reason.DebtLimit, reason.Of(errors.Join(errs...)))
}

// The cap depends on the type of the lender that makes the offer, whatever other lenders there are.
func TestDebtCapIsThatOfTheOrdersLender(t *testing.T) {
	t.Parallel()
	for lenderType, refused := range map[string]bool{"other": true, "credit_institution": false} {
		t.Run(lenderType, func(t *testing.T) {
			t.Parallel()
			l := newFlows(t)
			l.SetLenderType(t, lenderType)
			rival := map[string]string{"other": "credit_institution", "credit_institution": "other"}[lenderType]
			for _, code := range []string{"before", "zen"} {
				require.NoError(t, product.SaveLender(t.Context(), l.Pool, pricing.Price, product.Lender{
					Code: code, Region: "vi", Name: code, Licence: "GP 2", Type: rival, Gateway: "embedded", Active: true,
				}))
			}
			who, card := l.Borrower(t, 4)
			request := l.Confirmation(t, who, l.Reviewed(t, who, card, 2_000_000).ID)
			flowtest.PayOut(t, l.Pool, flowtest.Loan{MemberID: who.ID, Principal: 99_000_000, DisbursedOn: money.MustDate("2026-11-01")})
			_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), request)
			if refused {
				require.Equal(t, reason.DebtLimit, reason.Of(err))
				return
			}
			require.NoError(t, err)
		})
	}
}

// Offers stay open for days, so more offers than the daily number of applications could otherwise be confirmed on one
// day.
//
// spec: 8.1000209
func TestConfirmationsAreLimitedPerDay(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	_, err := l.Pool.Exec(t.Context(), `INSERT INTO credit_profile (member_id, currency, credit_limit, score) VALUES ($1, 'VND', 100000000, 600)`, who.ID)
	require.NoError(t, err)
	var offers []loan.Order
	for i := range who.Region.DailyApplyLimit + 1 {
		if i == who.Region.DailyApplyLimit {
			l.Clock.Advance(24 * time.Hour)
		}
		l.Product = l.Save(t, "product-"+strconv.Itoa(i), flowtest.Version())
		offers = append(offers, l.Reviewed(t, who, card, 2_000_000))
	}
	confirm := func(o loan.Order) error {
		_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), l.Confirmation(t, who, o.ID))
		return err
	}
	last := len(offers) - 1
	for _, o := range offers[:last] {
		require.NoError(t, confirm(o))
	}
	before := flowtest.Rows(t, l.Pool)
	err = confirm(offers[last])
	require.Equal(t, reason.DailyLimit, reason.Of(err))
	midnight := money.MustDate("2026-11-22").In(who.Region.TimeZone)
	require.True(t, midnight.Equal(reason.From(err).AvailableAt), "until midnight in the region: %s", reason.From(err).AvailableAt)
	require.Equal(t, before, flowtest.Rows(t, l.Pool))
	l.Clock.Advance(midnight.Sub(l.Clock.Now()) - time.Second)
	require.Equal(t, reason.DailyLimit, reason.Of(confirm(offers[last])))
	l.Clock.Advance(time.Second)
	require.NoError(t, confirm(offers[last]))
}

// A lower cap in a later release, or a lender that loses its licence, does not end a loan or an offer that was agreed
// before.
func TestOfferCanBeConfirmedAfterTheRateCapIsLowered(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	_, err := postgrestest.Owner(t, l.Pool).Exec(t.Context(), `UPDATE loan_product_version SET max_amount = 200000000; UPDATE lender SET lender_type = 'other'`)
	require.NoError(t, err)
	p, err := product.ByCode("quick").Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.ErrorContains(t, pricing.Lawful(p), "Decree 94/2025")
	_, err = l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), l.Confirmation(t, who, o.ID))
	require.NoError(t, err)
	require.Equal(t, loan.Disbursing, l.Order(t, o.ID).Status)
}

// An order can only be confirmed while it is an offer: not before the lender has decided, and not twice.
func TestOnlyAnOfferCanBeConfirmed(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	o := l.Applied(t, who, card, 10_000_000)
	request := l.Confirmation(t, who, o.ID)
	_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), request)
	require.Equal(t, reason.OrderNotConfirmable, reason.Of(err))
	require.NoError(t, l.Review.Run(t.Context(), review.Args{OrderID: o.ID, MemberID: who.ID}))
	request = l.Confirmation(t, who, o.ID)
	_, err = l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), request)
	require.NoError(t, err)
	before := flowtest.Rows(t, l.Pool)
	_, err = l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), request)
	require.Equal(t, reason.OrderNotConfirmable, reason.Of(err))
	require.Equal(t, before, flowtest.Rows(t, l.Pool))
}

// A bank that leaves the region's list keeps its cards. The agreement then shows the bank's code.
func TestAgreementNamesABankThatIsNoLongerListedByItsCode(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	_, err := l.Pool.Exec(t.Context(), `UPDATE bank_card SET bank_code = 'GONE' WHERE id = $1`, card)
	require.NoError(t, err)
	text, err := l.Confirm.Agreement(t.Context(), who, o.ID)
	require.NoError(t, err)
	require.Contains(t, text.Plain, "GONE ••••1234")
}

func TestClosedCardIsReplacedBeforeTheConfirmation(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	request := l.Confirmation(t, who, o.ID)
	_, err := l.Pool.Exec(t.Context(), `UPDATE bank_card SET status = 2, closed_at = now() WHERE id = $1`, card)
	require.NoError(t, err)
	before := flowtest.Rows(t, l.Pool)
	_, err = l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), request)
	require.Equal(t, reason.CardNotActive, reason.Of(err))
	require.Equal(t, before, flowtest.Rows(t, l.Pool))

	second := l.Card(t, who.ID, 1)
	_, err = l.Pool.Exec(t.Context(), `UPDATE bank_card SET account_last4 = '9876' WHERE id = $1`, second)
	require.NoError(t, err)
	_, err = l.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, second)
	require.NoError(t, err)
	_, err = l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), request)
	require.Equal(t, reason.ContractChanged, reason.Of(err), "the borrower has read an agreement with the closed card")
	_, err = l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), l.Confirmation(t, who, o.ID))
	require.NoError(t, err)
	d, err := loan.LiveDisbursement(o.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Equal(t, second, d.BankCardID)
	accepted, err := loan.AcceptedOffer(o.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Contains(t, accepted.Body, "••••9876")
}

func TestTheAgreementIsWrittenInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	seen := map[string]bool{}
	for _, who.Lang = range lang.All {
		text, err := l.Confirm.Agreement(t.Context(), who, o.ID)
		require.NoError(t, err)
		seen[text.Title] = true
	}
	require.Len(t, seen, len(lang.All))
}

func TestConcurrentConfirmAndCancelHaveOneOutcome(t *testing.T) {
	t.Parallel()
	l := newFlows(t)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	request := l.Confirmation(t, who, o.ID)
	var wait sync.WaitGroup
	confirmed, cancelled := make([]error, 10), make([]error, 10)
	for i := range confirmed {
		wait.Go(func() {
			_, confirmed[i] = l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), request)
		})
		wait.Go(func() {
			_, cancelled[i] = l.Cancel.Do(t.Context(), flowtest.WithNewKey(who, "order/cancel"), o.ID, "")
		})
	}
	wait.Wait()
	done := 0
	for _, err := range append(confirmed, cancelled...) {
		if err == nil {
			done++
		}
	}
	require.Equal(t, 1, done)
	var attempts int
	require.NoError(t, l.Pool.QueryRow(t.Context(), `SELECT count(*) FROM disbursement`).Scan(&attempts))
	require.Equal(t, l.Order(t, o.ID).Status == loan.Disbursing, attempts == 1)
}
