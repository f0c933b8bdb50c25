package pay

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// parts is what the bank took back of a payment in parts.
type parts struct {
	// taken is what the journal follows, in minor units; open are those of it about which nobody has decided.
	taken int64
	open  []repay.PartialReversal
	// contradicted tells that one waits for a person which the journal cannot follow.
	contradicted bool
}

func partsOf(ctx context.Context, tx pgx.Tx, payment uuid.UUID) (p parts, err error) {
	all, err := repay.PartialReversalsOf(payment).Read(ctx, tx)
	for _, r := range all {
		switch {
		case r.Booked:
			p.taken += r.Amount
			if r.Outcome == "" {
				p.open = append(p.open, r)
			}
		case r.Outcome == "":
			p.contradicted = true
		}
	}
	return p, err
}

// appliedOf is what the loan of a payment owes of the parts that the bank took back of it.
func appliedOf(all []repay.PartialReversal) (amount int64) {
	for _, r := range all {
		if r.Outcome == repay.ReversalApplied {
			amount += r.Amount
		}
	}
	return amount
}
