package loan

import (
	"errors"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// ErrNothingReceived says that the fees are as large as the principal or larger.
var ErrNothingReceived = errors.New("loan: nothing would be paid out")

// Quote is the cost of a loan that is paid out on a given day and repaid on its due date, in minor units and basis points.
type Quote struct {
	Amount          int64
	Currency        money.Currency
	TermDays        int
	From            money.Date
	DueDate         money.Date
	FrontServiceFee int64
	ActualReceived  int64
	Interest        int64
	ServiceFee      int64
	AccountFee      int64
	TotalToRepay    int64
	// APRBps is (paid - received) / received × 365 / days, with all fees.
	APRBps int64
	// EffectiveAPRBps is (paid / received)^(365 / days) - 1, with all fees.
	EffectiveAPRBps int64
}

// Days returns the number of days that interest accrues: the term plus the days by which a holiday moved the due date.
func (q Quote) Days() int { return q.DueDate.DaysSince(q.From) }

// Quote computes the quote of a loan of amount, paid out on from and due on due, which is from plus termDays moved to a working
// day. It returns ErrNothingReceived if the fees use up the amount, and an error if due is not after from.
func (t Terms) Quote(amount int64, termDays int, from, due money.Date) (Quote, error) {
	q := Quote{Amount: amount, Currency: t.Currency, TermDays: termDays, From: from, DueDate: due}
	if q.Days() <= 0 {
		return Quote{}, fmt.Errorf("loan: due %s is not after the payout %s", due, from)
	}
	q.FrontServiceFee = t.FrontServiceFeeOf(amount)
	q.ActualReceived = t.ActualReceived(amount)
	if q.ActualReceived <= 0 {
		return Quote{}, ErrNothingReceived
	}
	q.Interest = t.InterestOf(amount, q.Days())
	q.ServiceFee = t.ServiceFeeOf(amount)
	q.AccountFee = t.AccountFeeOf(amount, q.Days())
	q.TotalToRepay = money.Sum(amount, q.Interest, q.ServiceFee, q.AccountFee)
	var err error
	if q.APRBps, err = money.NominalAPRBps(q.ActualReceived, q.TotalToRepay, int64(q.Days())); err != nil {
		return Quote{}, fmt.Errorf("loan: quote: %w", err)
	}
	if q.EffectiveAPRBps, err = money.EffectiveAPRBps(q.ActualReceived, q.TotalToRepay, int64(q.Days())); err != nil {
		return Quote{}, fmt.Errorf("loan: quote: %w", err)
	}
	return q, nil
}

// maxHolidays is the maximum number of days that holidays may move a due date; each extension adds as many. In these days a fixed
// fee may start a new month, and the APR is then higher than for the term itself.
const maxHolidays = 10

// HighestAPRBps returns the highest nominal APR of a loan with these terms, over all its amounts and terms. Flat fees weigh most
// on the smallest amount. The largest amount is checked too, because rounding can make its APR one unit higher.
func (t Terms) HighestAPRBps(minAmount, maxAmount int64, termsDays []int) (int64, error) {
	return t.highest(minAmount, maxAmount, termsDays, 0)
}

// HighestExtendedAPRBps is HighestAPRBps including up to ExtensionMax extensions.
func (t Terms) HighestExtendedAPRBps(minAmount, maxAmount int64, termsDays []int) (int64, error) {
	return t.highest(minAmount, maxAmount, termsDays, t.ExtensionMax)
}

func (t Terms) highest(minAmount, maxAmount int64, termsDays []int, extensions int) (int64, error) {
	var highest int64
	for _, amount := range []int64{minAmount, maxAmount} {
		received := t.ActualReceived(amount)
		if received <= 0 {
			return 0, ErrNothingReceived
		}
		for _, term := range termsDays {
			for times := range extensions + 1 {
				apr, err := t.highestOf(amount, received, term+times*t.ExtensionDays, (times+1)*maxHolidays, t.ExtensionFeeOf(amount, times))
				if err != nil {
					return 0, err
				}
				highest = max(highest, apr)
			}
		}
	}
	return highest, nil
}

// highestOf returns the highest APR of an amount over a term and the days that holidays may add to it.
func (t Terms) highestOf(amount, received int64, term, reach int, extensionFee int64) (highest int64, err error) {
	for days := term; days <= term+reach; days++ {
		paid := money.Sum(amount, t.InterestOf(amount, days), t.ServiceFeeOf(amount), t.AccountFeeOf(amount, days), extensionFee)
		apr, err := money.NominalAPRBps(received, paid, int64(days))
		if err != nil {
			return 0, fmt.Errorf("loan: highest APR: %w", err)
		}
		highest = max(highest, apr)
	}
	return highest, nil
}
