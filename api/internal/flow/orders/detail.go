package orders

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Detail is one order with everything that is shown of it.
type Detail struct {
	Summary
	// Quote is the price at the payout, or, before it, as if the order were paid out today.
	Quote loan.Quote
	// State is what is owed and what was paid; nil before the payout and for a loan whose payout came back.
	State *servicing.State
	// Overpaid is what the borrower will get back, also for a loan whose payout came back. OverpaidHeld is the part of
	// it that is refunded only after an operator decides.
	Overpaid, OverpaidHeld int64

	BankCard    bankcard.Summary
	PendingCard *bankcard.Summary
	Timeline    []loan.TimelineEntry
	Documents   []loan.Document
	Actions     []Action
	// FreezeUntil is when the borrower can apply again for the product of a rejected or cancelled order; nil if now.
	FreezeUntil *time.Time
	// ProofWaitingSince is when the newest proof of payment that nobody has reviewed was sent; nil if none is waiting.
	ProofWaitingSince *time.Time

	zone *time.Location
	// more are the actions for a running loan besides repayment.
	more []Action
}

// screen is everything shown of an order, as one statement reads it.
type screen struct {
	servicing.Row
	Timeline  postgres.RowArray[loan.TimelineEntry]
	Documents postgres.RowArray[loan.Document]
	Cards     postgres.RowArray[bankcard.Summary]
	Hardship  postgres.RowArray[support.LiveHardshipRow]

	ProofWaitingSince *time.Time
}

var screenSQL = `SELECT ` + servicing.Columns + `, ` + loan.TimelineRows(`o.id`) + ` AS timeline, ` + loan.DocumentRows(`o.id`) + ` AS documents, ` +
	bankcard.SummaryRows(`o.member_id`, `o.bank_card_id, o.pending_card_id`) + ` AS cards, ` + servicing.HardshipColumn + `, ` + servicing.ProofColumn + ` FROM ` + loan.RowTables + ` WHERE o.id = $1 AND o.member_id = $2`

// Detail reads an order in one round trip, and in two if it was rejected or cancelled. An order of another member
// returns reason.OrderNotFound.
func (o *Orders) Detail(ctx context.Context, who borrower.Borrower, id uuid.UUID) (Detail, error) {
	now := o.clock.Now()
	read, err := postgres.OneRow[screen]("orders: screen", reason.OrderNotFound, screenSQL, id, who.ID).Read(ctx, o.pool)
	if err != nil {
		return Detail{}, err
	}
	order, facts := read.Order, read.Facts()
	loan.SortDocuments(read.Documents)
	d := Detail{Summary: Summary{Order: order, over: over(order, now)}, Timeline: read.Timeline, Documents: read.Documents}
	r := region.Get(order.Region)
	d.zone = r.TimeZone
	today := r.Today(now)
	var state servicing.State
	if facts != nil {
		state = facts.Replay(today)
		d.OverpaidHeld = facts.OverpaidHeld(state)
		d.Overpaid = money.Sum(state.Refunding, d.OverpaidHeld)
	}
	if facts != nil && order.Status == loan.WaitingPayment {
		d.run(facts.Loan, today)
		d.DueNow = state.Owed.Total()
		if !state.Settled() {
			d.Hardship = support.LiveHardship(read.Hardship, r, now)
			d.ProofWaitingSince = read.ProofWaitingSince
		}
		d.Timeline = append(d.Timeline, facts.Lateness(state, today, d.zone)...)
		if facts.CanExtend(r, today, state) {
			d.more = append(d.more, ActExtend)
		}
		d.more = append(d.more, ActProof)
		d.State = &state
		// The due date is the one fixed at the payout, because the calendar may have changed since.
		d.Quote, err = order.Terms.Quote(order.Principal, order.TermDays, facts.Loan.DisbursedOn, facts.Loan.FirstDueDate)
	} else {
		d.Quote, err = pricing.Quote(order.Terms, r, order.Principal, order.TermDays, today)
	}
	if err != nil {
		return Detail{}, err
	}
	loan.SortTimeline(d.Timeline)
	d.Timeline = loan.FoldTimeline(d.Timeline, d.zone)
	held := bankcard.Summaries(read.Cards)
	if card := held.Find(order.BankCardID); card != nil {
		d.BankCard = *card
	}
	if order.PendingCardID != nil {
		d.PendingCard = held.Find(*order.PendingCardID)
	}
	if order.Status == loan.Rejected || order.Status == loan.Cancelled {
		frozen, err := credit.Frozen(who.ID, now).Read(ctx, o.pool)
		if err != nil {
			return Detail{}, err
		}
		if until, closed := frozen[order.ProductID]; closed {
			d.FreezeUntil = &until
		}
	}
	d.Actions = actions(d)
	return d, nil
}

// Action is what a borrower can do with an order now.
type Action string

// The actions.
const (
	ActConfirm     Action = "confirm"
	ActCancel      Action = "cancel"
	ActChangeCard  Action = "changeCard"
	ActRepay       Action = "repay"
	ActPayoff      Action = "payoff"
	ActExtend      Action = "extend"
	ActProof       Action = "proof"
	ActCertificate Action = "certificate"
)

// over reports whether the time to accept an offer, or to name another card for a failed payout, has passed.
func over(o loan.Order, now time.Time) bool {
	switch o.Status {
	case loan.ToConfirm:
		return !now.Before(*o.OfferExpiresAt)
	case loan.DisbursementFailed:
		return o.MendUntil != nil && !now.Before(*o.MendUntil)
	default:
		return false
	}
}

func actions(d Detail) []Action {
	switch o := d.Order; {
	case o.Status == loan.ToConfirm && !d.over:
		return []Action{ActConfirm, ActCancel, ActChangeCard}
	case o.Status == loan.WaitingReview, o.Status == loan.UnderReview:
		return []Action{ActChangeCard}
	case o.Status == loan.DisbursementFailed && !d.over:
		return []Action{ActChangeCard}
	case o.Status == loan.WaitingPayment && d.Repay == loan.RepaySettled:
		return []Action{ActCertificate}
	case o.Status == loan.WaitingPayment && d.Repay == loan.RepayAwaiting:
		return append([]Action{ActRepay, ActPayoff}, d.more...)
	case o.Status == loan.WaitingPayment:
		return append([]Action{ActRepay}, d.more...)
	default:
		return []Action{}
	}
}
