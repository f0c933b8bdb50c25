package pay

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// lockedCredit is a borrower's credit and the effect that the settlement of one loan had on it, locked until the
// transaction ends.
type lockedCredit struct {
	profile    *postgres.Answer[credit.Profile]
	settlement *postgres.Answer[credit.Settlement]
}

// queueLockedCredit reads and locks the credit. It must come before the loan's own lock.
func queueLockedCredit(b *pgx.Batch, member, order uuid.UUID) lockedCredit {
	s := queueLockedProfile(b, member)
	s.settlement = credit.LastSettlement(order).Queue(b)
	return s
}

// queueLockedProfile is queueLockedCredit without the settlement. readSettlement reads it when it is needed.
func queueLockedProfile(b *pgx.Batch, member uuid.UUID) lockedCredit {
	return lockedCredit{profile: credit.LockOpened(member).Queue(b)}
}

func (s *lockedCredit) readSettlement(ctx context.Context, tx pgx.Tx, order uuid.UUID) error {
	b := &pgx.Batch{}
	s.settlement = credit.LastSettlement(order).Queue(b)
	return postgres.Send(ctx, tx, b)
}

// settleAndRefund updates the loan and the credit from what is owed now, and refunds overpayments.
func (f *Flow) settleAndRefund(b *pgx.Batch, facts servicing.Facts, s lockedCredit, after servicing.State, now servicing.Time) error {
	f.settle(b, facts, s, after, notify.Reopened, now.At)
	return f.queueRefunds(b, facts, after, now)
}

// settle updates the loan and the credit from what is owed now: it settles the loan if nothing is owed, reopens it if
// something is owed again, and changes the settlement date if payments moved it. reopened is the notice for a reopened
// loan; empty if another notice tells the borrower.
// The certificate is made when it is first fetched. Everything it says is stored, and its name is kept as long as a
// bank card bears it, which is until the erasure; missing certificates are made before the erasure.
func (f *Flow) settle(b *pgx.Batch, facts servicing.Facts, s lockedCredit, after servicing.State, reopened notify.Kind, at time.Time) {
	order, was, is := facts.Order.ID, facts.Loan.SettledOn, after.SettledOn
	switch {
	case !settles(facts, after):
		return
	case is.IsZero():
		loan.QueueReopen(b, order, at)
		if reopened != "" {
			notify.QueueForOrder(b, facts.Order, reopened, at)
		}
	case was.IsZero():
		loan.QueueSettle(b, order, is, at)
		notify.QueueForOrder(b, facts.Order, notify.Settled, at)
	case was != is:
		loan.QueueResettle(b, order, is)
	}
	f.queueCredit(b, facts, s, after, at)
}

// settles reports whether the loan is settled in the given state, or was before. A loan whose payout came back is
// closed and never counts as settled.
func settles(facts servicing.Facts, after servicing.State) bool {
	return !facts.Loan.Returned() && (after.Settled() || !facts.Loan.SettledOn.IsZero())
}

// queueCredit gives a settlement to the credit, undoes it, or corrects whether it was on time.
func (f *Flow) queueCredit(b *pgx.Batch, facts servicing.Facts, s lockedCredit, after servicing.State, at time.Time) {
	profile, settlement := s.profile.Get(), s.settlement.Get()
	round := settlement.Round
	late := after.SettledOn.After(facts.DueDate(after.SettledOn))
	want, kind := profile.Settled(f.config.Region, late)
	if settlement.Counts() {
		if after.Settled() && settlement.Kind == kind {
			return
		}
		without := profile.Without(settlement.Change)
		credit.QueueSettled(b, profile, without, credit.KindUndone, facts.Order.ID, round, at)
		profile = without
		want, kind = profile.Settled(f.config.Region, late)
	}
	if after.Settled() {
		credit.QueueSettled(b, profile, want, kind, facts.Order.ID, round+1, at)
	}
}
