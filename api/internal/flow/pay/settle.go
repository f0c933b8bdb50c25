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

// lockedCredit is a borrower's credit and what the settlement of one loan did to it, held until the transaction ends.
type lockedCredit struct {
	profile    *postgres.Answer[credit.Profile]
	settlement *postgres.Answer[credit.Settlement]
}

// queueLockedCredit reads and holds it; it comes before the loan's own lock.
func queueLockedCredit(b *pgx.Batch, member, order uuid.UUID) lockedCredit {
	s := queueLockedProfile(b, member)
	s.settlement = credit.LastSettlement(order).Queue(b)
	return s
}

// queueLockedProfile is queueLockedCredit without the settlement, which readSettlement reads when it is known to matter.
func queueLockedProfile(b *pgx.Batch, member uuid.UUID) lockedCredit {
	return lockedCredit{profile: credit.LockOpened(member).Queue(b)}
}

func (s *lockedCredit) readSettlement(ctx context.Context, tx pgx.Tx, order uuid.UUID) error {
	b := &pgx.Batch{}
	s.settlement = credit.LastSettlement(order).Queue(b)
	return postgres.Send(ctx, tx, b)
}

// settleAndRefund lets loan and credit follow what is owed now, and sends back what nobody owes.
func (f *Flow) settleAndRefund(b *pgx.Batch, facts servicing.Facts, s lockedCredit, after servicing.State, now businessTime) error {
	f.settle(b, facts, s, after, notify.Reopened, now.at)
	return f.queueRefunds(b, facts, after, now)
}

// settle lets loan and credit follow what is owed now: settled when nothing is, opened again when something is once more,
// and settled on another date when the payments moved. The certificate is made when it is first asked for: all that it says
// is kept, and the name on it stays while a bank card bears it, which is until the erasure, before which what is missing is made.
// reopened is what the borrower is told where it opens again; empty where something else tells them.
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

// settles reports whether the loan is settled by a state, or was before. One whose payout came back is over, whatever is paid on it.
func settles(facts servicing.Facts, after servicing.State) bool {
	return !facts.Loan.Returned() && (after.Settled() || !facts.Loan.SettledOn.IsZero())
}

// queueCredit gives a settlement to the credit, or takes it back, or changes its mind about whether it was on time.
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
