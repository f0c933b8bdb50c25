package reconcile

import (
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// statement compares what the bank says came in and went out with what we have recorded, reference by reference.
func statement(ctx context.Context, pool *pgxpool.Pool, gateway string, bank payment.Statement) ([]Difference, error) {
	received, err := bank.Received(ctx)
	if err != nil {
		return nil, err
	}
	payments, err := repay.AllReceived(ctx, pool, gateway)
	if err != nil {
		return nil, err
	}
	sent, err := bank.Sent(ctx)
	if err != nil {
		return nil, err
	}
	payouts, err := loan.CompletedPayouts(ctx, pool)
	if err != nil {
		return nil, err
	}
	refunds, err := repay.AllRefunded(ctx, pool)
	if err != nil {
		return nil, err
	}
	theirs, ours := account{}, account{}
	for _, line := range received {
		theirs.add(line.Reference, kept(line.Amount, line.Back))
	}
	for _, p := range payments {
		ours.add(p.Reference, kept(p.Amount, p.Back))
	}
	for _, line := range sent {
		theirs.add(line.Reference, -line.Amount)
	}
	for _, p := range payouts {
		ours.add(p.Reference, -p.Amount)
	}
	for _, r := range refunds {
		ours.add(r.Reference, -r.Amount)
	}
	return compare(theirs, ours), nil
}

// account is what moved, by reference: positive in, negative out.
type account map[string]int64

func (a account) add(reference string, amount int64) { a[reference] += amount }

func compare(theirs, ours account) []Difference {
	references := maps.Clone(theirs)
	maps.Copy(references, ours)
	var found []Difference
	for _, reference := range slices.Sorted(maps.Keys(references)) {
		if theirs[reference] != ours[reference] {
			found = append(found, Difference{Subject: "bank " + reference, What: "amount", Expected: theirs[reference], Found: ours[reference]})
		}
	}
	return found
}

func kept(amount int64, back bool) int64 {
	if back {
		return 0
	}
	return amount
}
