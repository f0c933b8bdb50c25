package pay

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Suspense reads a page of the payments without a known owner, oldest first.
func (f *Flow) Suspense(ctx context.Context, a paging.Request) (paging.Page[repay.Payment], error) {
	return repay.InSuspense(a).Read(ctx, f.pool)
}

// MatchKind is what a payment is, as an operator states.
type MatchKind string

// The kinds of matches.
const (
	MatchRepayment MatchKind = "repayment"
	// MatchExtensionFee means that the borrower had requested an extension and paid without the memo.
	MatchExtensionFee MatchKind = "extension_fee"
)

// ErrBooked means that a payment is not waiting any more, so it cannot be matched.
var ErrBooked = errors.New("the payment is already booked")

// Match assigns a payment in suspense to an order that was paid out. It counts from the day on which it was paid. As an
// extension fee, the payment must buy the extension by the same rules as one with its memo; otherwise Match returns one
// of the errors of boughtExtension. It returns ErrReversalOpen if the amount that is still here is not certain. actor
// is the operator, for the audit log.
func (f *Flow) Match(ctx context.Context, paid, order uuid.UUID, as MatchKind, actor string) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		return f.MatchIn(ctx, tx, paid, order, as, actor)
	})
}

// MatchIn is Match inside a transaction of the caller.
func (f *Flow) MatchIn(ctx context.Context, tx pgx.Tx, paid, order uuid.UUID, as MatchKind, actor string) error {
	p, err := repay.LockSuspense(ctx, tx, paid)
	if err != nil {
		return err
	}
	o, err := loan.ByID(order).Read(ctx, tx)
	if err != nil {
		return err
	}
	if o.Currency != p.Currency {
		return reason.New(reason.OrderNotFound)
	}
	reversals, err := repay.PartialReversalsOf(p.ID).Read(ctx, tx)
	if err != nil {
		return err
	}
	if partsAmong(reversals).contradicted {
		return ErrReversalOpen
	}
	p.OrderID, p.MemberID = &o.ID, &o.MemberID
	leave := func(b *pgx.Batch, p repay.Payment, now servicing.Time) error {
		// The loan takes over what the payer owed for parts whose reversal was applied.
		owed := appliedOf(reversals)
		entries := ledger.Entries{}.Debit(ledger.Suspense, p.Amount).Credit(ledger.Bank, p.Amount-owed).Credit(ledger.PayerReceivable, owed)
		if err := ledger.Queue(b, ofPayment(p, now, ledger.KindSuspenseMatch, entries)); err != nil {
			return err
		}
		repay.QueueMatched(b, p)
		return audit.Queue(b, audit.Entry{
			At: now.At, Actor: actor, Action: "suspense.match", Subject: "payment:" + p.ID.String(),
			Detail: map[string]any{"orderId": o.ID, "as": as},
		})
	}
	matched := posting{payment: p, reversals: reversals, record: leave, asFee: as == MatchExtensionFee}
	if matched.asFee {
		if matched.intent, err = quoteFor(ctx, tx, p); err != nil {
			return err
		}
		matched.payment.IntentID = &matched.intent.ID
	}
	b := &pgx.Batch{}
	if err := f.post(ctx, tx, b, matched); err != nil {
		return err
	}
	return postgres.Send(ctx, tx, b)
}

// quoteFor returns the quote that a payment without its memo means: the newest one whose fee and day fit. If none fits,
// it returns the newest with the right fee, or the newest of all, so that the refusal says what does not fit.
func quoteFor(ctx context.Context, tx pgx.Tx, p repay.Payment) (*repay.Intent, error) {
	quotes, err := repay.UnpaidExtensions(*p.OrderID).Read(ctx, tx)
	if err != nil {
		return nil, err
	}
	if len(quotes) == 0 {
		return nil, ErrNoQuote
	}
	best := 0
	for n, q := range quotes {
		if q.Amount != p.Amount {
			continue
		}
		if !p.ValueDate.After(q.Quote.On) {
			return &quotes[n], nil
		}
		if quotes[best].Amount != p.Amount {
			best = n
		}
	}
	return &quotes[best], nil
}
