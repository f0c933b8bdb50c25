package pay

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// Suspense lists the payments that nobody knows the owner of, oldest first.
func (f *Flow) Suspense(ctx context.Context) ([]repay.Payment, error) {
	return repay.InSuspense(ctx, f.pool)
}

// Match gives a payment in suspense to an order that was paid out. It counts from the day on which it was paid. actor is
// the operator, for the audit log.
func (f *Flow) Match(ctx context.Context, paid, order uuid.UUID, actor string) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		p, err := repay.LockSuspense(ctx, tx, paid)
		if err != nil {
			return err
		}
		o, err := loan.ByID(ctx, tx, order)
		if err != nil {
			return err
		}
		if o.Currency != p.Currency {
			return reason.New(reason.OrderNotFound)
		}
		p.OrderID, p.MemberID = &o.ID, &o.MemberID
		leave := func(b *pgx.Batch, p repay.Payment) error {
			entries := ledger.Entries{}.Debit(ledger.Suspense, p.Amount).Credit(ledger.Bank, p.Amount)
			if err := ledger.Queue(b, suspense(p, now, ledger.KindSuspenseMatch, entries)); err != nil {
				return err
			}
			repay.QueueMatched(b, p)
			return audit.Queue(b, audit.Entry{
				At: now.at, Actor: actor, Action: "suspense.match", Subject: "payment:" + p.ID.String(),
				Detail: map[string]any{"orderId": o.ID},
			})
		}
		return f.post(ctx, tx, posting{payment: p, now: now, record: leave})
	})
}
