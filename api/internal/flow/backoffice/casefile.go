package backoffice

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Casefile is one order with its whole history. It contains no personal names and no ID numbers.
type Casefile struct {
	loan.Order
	// Phone is masked.
	Phone string
	Card  bankcard.Summary
	// Loan and Owed are nil before the payout. Owed is the amount that settles the loan on Today, by component.
	Loan          *loan.Loan
	Owed          repay.Amounts
	Repay         loan.RepayStatus
	Today         money.Date
	Timeline      []loan.HistoryEntry
	Disbursements []loan.DisbursementRecord
	Journal       []ledger.Transaction
	Payments      []repay.Payment
	Refunds       []repay.Refund
	Documents     []loan.Document

	lateness []loan.TimelineEntry
}

// refundsShown is the maximum number of refunds shown per order.
const refundsShown = 100

// Order reads an order by its number and logs the access.
func (o *Backoffice) Order(ctx context.Context, number, actor string) (Casefile, error) {
	order, err := loan.ByNumber(number).Read(ctx, o.pool)
	if err != nil {
		return Casefile{}, err
	}
	c := Casefile{Order: order, Today: o.region.Today(o.clock.Now())}
	if err := o.Note(ctx, actor, "order.read", "order:"+order.ID.String()); err != nil {
		return Casefile{}, err
	}
	people, err := member.ByIDs(ctx, o.pool, order.MemberID)
	if err != nil {
		return Casefile{}, err
	}
	c.Phone = secret.MaskPhone(people[order.MemberID].Phone)
	if err := o.batch(ctx, &c); err != nil {
		return Casefile{}, err
	}
	err = o.rest(ctx, &c)
	return c, err
}

// batch reads what can be read in one batch.
func (o *Backoffice) batch(ctx context.Context, c *Casefile) error {
	b := &pgx.Batch{}
	running := servicing.Find(c.ID).Queue(b)
	cards := bankcard.OfMember(c.MemberID).Queue(b)
	documents := loan.Documents(c.ID).Queue(b)
	if err := postgres.Send(ctx, o.pool, b); err != nil {
		return err
	}
	c.Documents = documents.Get()
	if card := cards.Get().Find(c.BankCardID); card != nil {
		c.Card = *card
	}
	facts := running.Get()
	if facts == nil || c.Status != loan.WaitingPayment {
		return nil
	}
	state := facts.Replay(c.Today)
	c.Loan, c.Repay, c.Owed = &facts.Loan, facts.Loan.RepayStatus(c.Today), state.Owed
	c.lateness = facts.Lateness(state, c.Today, o.region.TimeZone)
	return nil
}

// rest reads the history and the journal, including that of payments that were in suspense first.
func (o *Backoffice) rest(ctx context.Context, c *Casefile) (err error) {
	if c.Timeline, err = loan.History(c.ID).Read(ctx, o.pool); err != nil {
		return err
	}
	c.addLateness()
	if c.Disbursements, err = loan.DisbursementRecords(c.ID).Read(ctx, o.pool); err != nil {
		return err
	}
	if c.Payments, err = repay.OfOrder(c.ID).Read(ctx, o.pool); err != nil {
		return err
	}
	scopes := []uuid.UUID{c.ID}
	for _, p := range c.Payments {
		scopes = append(scopes, p.ID)
	}
	if c.Journal, err = ledger.Journal(ctx, o.pool, scopes...); err != nil {
		return err
	}
	newest, err := repay.Refunds(repay.RefundSearch{OrderID: &c.ID}, paging.First(refundsShown)).Read(ctx, o.pool)
	c.Refunds = newest.Rows
	return err
}

// calendar is the actor of timeline entries that follow from the calendar.
const calendar = "calendar"

// addLateness adds the timeline entries that the borrower also sees and that are not stored.
func (c *Casefile) addLateness() {
	for _, e := range c.lateness {
		detail := map[string]any{"dueDate": e.Date}
		if e.Event == loan.LateFeeCharged {
			detail = map[string]any{"amount": e.Amount}
		}
		c.Timeline = append(c.Timeline, loan.HistoryEntry{
			Event: e.Event, From: loan.WaitingPayment, To: loan.WaitingPayment, Actor: calendar, At: e.At, Detail: detail,
		})
	}
	slices.SortStableFunc(c.Timeline, func(a, b loan.HistoryEntry) int { return a.At.Compare(b.At) })
}
