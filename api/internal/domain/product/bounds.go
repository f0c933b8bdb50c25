package product

import (
	"errors"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

const (
	// minTermDays is the shortest term, in days: the app stores allow no loan that is due in full within 60 days.
	minTermDays = 61
	maxTermDays = 3650
	// maxAmount is small enough for sums of all figures at their maximum to fit in 64 bits. In minor units.
	maxAmount = 10_000_000_000_000
	// maxBps is 100 times the principal.
	maxBps = 1_000_000
	// maxDays and maxOfferHours are one year. A much larger number of hours would overflow a time.Duration, so that an offer would
	// end before it begins.
	maxDays       = 365
	maxOfferHours = 24 * maxDays
	// maxExtensions limits the time of the search for the highest rate, which tries every number of extensions.
	maxExtensions = 60
	maxScore      = 1000
	maxPosition   = 1_000_000
)

// figure is one figure of a product with its minimum and maximum. A value outside them is a typing error and would break the calculations.
type figure struct {
	name               string
	value, least, most int64
}

// priced returns the figures from which the rate and the legal limits are computed, and the position in the list.
func (d Draft) priced() []figure {
	return append(d.Version.priced(), figure{"position", int64(d.Position), -maxPosition, maxPosition})
}

func (v Version) priced() []figure {
	all := []figure{
		{"minimum amount", v.MinAmount, 1, maxAmount}, {"maximum amount", v.MaxAmount, 1, maxAmount}, {"step", v.AmountStep, 1, maxAmount},
		{"annual rate", v.AnnualRateBps, 0, maxBps}, {"front service fee", v.FrontServiceFeeBps, 0, 9_999}, {"service fee", v.ServiceFeeBps, 0, maxBps},
		{"account fee", v.AccountFeeFlat, 0, maxAmount}, {"account fee rate", v.AccountFeeBps, 0, maxBps}, {"late fee", v.LateFee, 0, maxAmount},
		{"overdue fee", v.OverdueFeeBpsDay, 0, maxBps}, {"cap of overdue fees", v.OverdueFeeCapBps, 0, maxBps},
		{"extension fee", v.ExtensionFeeBps, 0, maxBps}, {"extension days", int64(v.ExtensionDays), 0, maxDays},
		{"number of extensions", int64(v.ExtensionMax), 0, maxExtensions},
	}
	for _, days := range v.TermsDays {
		all = append(all, figure{"term in days", int64(days), minTermDays, maxTermDays})
	}
	return all
}

func (v Version) figures() []figure {
	return append(v.priced(),
		figure{"extension overdue days", int64(v.ExtensionOverdueDays), 0, maxDays}, figure{"grace days", int64(v.GraceDays), 0, maxDays},
		figure{"minimum score", int64(v.MinScore), 0, maxScore}, figure{"offer hours", int64(v.OfferHours), 1, maxOfferHours},
		figure{"days closed after a rejection", int64(v.FreezeDays), 0, lender.MaxFreezeDays})
}

// within returns an error for each figure outside its bounds.
func within(figures []figure) error {
	var wrong []error
	for _, f := range figures {
		if f.value < f.least || f.value > f.most {
			wrong = append(wrong, fmt.Errorf("%w: %s %d: must be %d to %d", ErrInvalid, f.name, f.value, f.least, f.most))
		}
	}
	return errors.Join(wrong...)
}
