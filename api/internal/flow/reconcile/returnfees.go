package reconcile

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// returnFees compares what banks kept of returned payouts and refunds with the expense booked for each transfer.
func returnFees(ctx context.Context, db postgres.DB, owners []uuid.UUID) (found []Difference, err error) {
	b := &pgx.Batch{}
	payouts, refunds := loan.ReturnFees(owners...).Queue(b), repay.ReturnFees(owners...).Queue(b)
	if err := postgres.Send(ctx, db, b); err != nil {
		return nil, err
	}
	fees := payouts.Get()
	maps.Copy(fees, refunds.Get())
	if len(fees) == 0 {
		return nil, nil
	}
	balances, err := ledger.BalancesOf(slices.Collect(maps.Keys(fees))...).Read(ctx, db)
	if err != nil {
		return nil, err
	}
	for transfer, fee := range fees {
		if posted := balances[transfer][ledger.BankFeeExpense]; posted != fee {
			found = append(found, Difference{Subject: "transfer " + transfer.String(), What: string(ledger.BankFeeExpense), Expected: fee, Found: posted})
		}
	}
	return found, nil
}
