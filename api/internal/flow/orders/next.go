package orders

import (
	"strings"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// nextTexts are the sentences about the next step, by status. Awaiting, Overdue and Settled are by repay status.
// OfferOver and MendOver apply once the time is over and the order is not closed yet. {date} and {time} are filled in;
// a deadline with an hour shows it.
type nextTexts struct {
	WaitingReview, UnderReview, Rejected, ToConfirm, Disbursing, DisbursementFailed, CardInReview, Cancelled, CancelledBySystem string

	OfferOver, MendOver string

	Awaiting, Overdue, Settled string
}

var nextByLang = texts.Group[nextTexts]("next")

// Next returns what happens next and how long it usually takes.
func (d Detail) Next(l lang.Lang) string {
	sentence, at := d.next(nextByLang.In(l))
	if at.IsZero() {
		return sentence
	}
	sentence = strings.ReplaceAll(sentence, "{date}", money.FormatDay(money.DateOf(at), l))
	return strings.ReplaceAll(sentence, "{time}", at.Format("15:04"))
}

// next chooses the sentence and the moment to fill in, in the region's time zone.
func (d Detail) next(w nextTexts) (string, time.Time) {
	var none time.Time
	switch o := d.Order; o.Status {
	case loan.WaitingReview:
		return w.WaitingReview, none
	case loan.UnderReview:
		return w.UnderReview, none
	case loan.Rejected:
		return w.Rejected, none
	case loan.ToConfirm:
		if d.over {
			return w.OfferOver, none
		}
		return w.ToConfirm, o.OfferExpiresAt.In(d.zone)
	case loan.Disbursing:
		return w.Disbursing, none
	case loan.DisbursementFailed:
		if o.PendingCardID != nil {
			return w.CardInReview, none
		}
		if d.over {
			return w.MendOver, none
		}
		return w.DisbursementFailed, o.MendUntil.In(d.zone)
	case loan.Cancelled:
		return w.Cancelled, none
	case loan.CancelledBySystem:
		return w.CancelledBySystem, none
	case loan.WaitingPayment:
		return w.repayment(d.Repay), d.Loan.DueDate.In(d.zone)
	default:
		return "", none
	}
}

func (w nextTexts) repayment(status loan.RepayStatus) string {
	switch status {
	case loan.RepayAwaiting:
		return w.Awaiting
	case loan.RepayOverdue:
		return w.Overdue
	case loan.RepaySettled:
		return w.Settled
	default:
		return ""
	}
}
