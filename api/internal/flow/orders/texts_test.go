package orders

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

func TestEveryEventAndStatusHasTexts(t *testing.T) {
	t.Parallel()
	for _, step := range loan.Transitions {
		require.NotEmpty(t, events.In(lang.EN)[step.Event], step.Event)
	}
	for _, e := range []loan.Event{
		loan.CardInReview, loan.CardReviewRejected, loan.PayoutUnclear, loan.PaymentReceived, loan.PaymentReversed, loan.PaymentUnmatched, loan.Settled,
		loan.Reopened, loan.OverpaymentReturned, loan.RefundReturned, loan.Extended, loan.ExtensionUndone, loan.ProofSubmitted, loan.ProofMatched, loan.ProofRejected,
		loan.WentOverdue, loan.LateFeeCharged,
	} {
		require.NotEmpty(t, events.In(lang.EN)[e], e)
	}
	now := time.Now()
	for s := loan.WaitingReview; s < loan.WaitingPayment; s++ {
		d := Detail{Summary: Summary{Order: loan.Order{Status: s, OfferExpiresAt: &now, MendUntil: &now}}, zone: time.UTC}
		require.NotEmpty(t, d.Next(lang.EN), "status %d", s)
		d.over = true
		require.NotContains(t, d.Next(lang.EN), now.Format("15:04"), "status %d must not show an expired deadline", s)
	}
	for s := loan.RepayAwaiting; s <= loan.RepaySettled; s++ {
		require.NotEmpty(t, nextByLang.In(lang.EN).repayment(s), "repay status %d", s)
	}
}

func TestTextsContainAmountsAndCoverUnknownReasons(t *testing.T) {
	t.Parallel()
	h := loan.TimelineEntry{Event: loan.PaidOut, Amount: 9_900_000}
	require.Equal(t, "9.900.000\u00a0₫ đã vào tài khoản", DescribeEntry(h, money.VND, lang.VI))
	require.Equal(t, "", Refusal("", lang.VI))
	require.NotEmpty(t, Refusal("an institution's own", lang.TH))
	require.NotEmpty(t, Failure("an institution's own", lang.CN))
}

func TestNextContainsTheDate(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)
	zone := time.FixedZone("+7", 7*3600)
	d := Detail{Summary: Summary{Order: loan.Order{Status: loan.ToConfirm, OfferExpiresAt: &at}}, zone: zone}
	require.Contains(t, d.Next(lang.EN), "24\u00a0November\u00a02026", "in the region's time zone")
	d.Order = loan.Order{Status: loan.DisbursementFailed, MendUntil: &at}
	require.Contains(t, d.Next(lang.VI), "24\u00a0tháng\u00a011,\u00a02026")
	d = Detail{Summary: Summary{Order: loan.Order{Status: loan.WaitingPayment}, Repay: loan.RepayOverdue, Loan: &loan.Loan{DueDate: money.MustDate("2026-11-20")}}, zone: zone}
	require.Contains(t, d.Next(lang.CN), "2026\u2060年\u206011\u2060月\u206020\u2060日")
}
