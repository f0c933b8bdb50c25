package reconcile

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Loans recomputes loans and compares them with what is stored. It needs a transaction with a snapshot
// (postgres.InSnapshot), so that postings between two statements are not reported as differences. Ids without a loan
// are skipped.
func Loans(ctx context.Context, tx pgx.Tx, orders ...uuid.UUID) ([]Difference, error) {
	all, err := servicing.PostedOf(orders...).Read(ctx, tx)
	if err != nil {
		return nil, err
	}
	var found []Difference
	for _, order := range orders {
		if facts, paidOut := all[order]; paidOut {
			found = append(found, differences(facts, facts.Replay(facts.PostedUpTo))...)
		}
	}
	return found, nil
}

// differences compares the computed state of a loan with what is stored.
func differences(facts servicing.Posted, state servicing.State) (found []Difference) {
	report := func(what string, expected, got int64) {
		if expected != got {
			found = append(found, Difference{Subject: "order " + facts.Order.ID.String(), What: what, Expected: expected, Found: got})
		}
	}
	target := facts.Target(state)
	for _, account := range ledger.Accounts {
		report(string(account), target[account], facts.Balance[account])
	}
	report("settled", number(state.Settled()), number(!facts.Loan.SettledOn.IsZero()))
	report("repay status", int64(repayStatus(facts.Loan, state)), int64(facts.Order.RepayStatus))
	for _, split := range facts.Splits {
		if split.State == repay.Posted {
			report("split of payment "+split.PaymentID.String(), 1, number(repay.SameParts(state.Parts[split.PaymentID], split.Parts)))
		}
	}
	return found
}

// suspense compares the payments in suspense with the journal balance of each.
func suspense(ctx context.Context, db postgres.DB, payments []uuid.UUID) (found []Difference, err error) {
	waiting, err := repay.Suspended(payments).Read(ctx, db)
	if err != nil || len(waiting) == 0 {
		return nil, err
	}
	balances, err := ledger.BalancesOf(payments...).Read(ctx, db)
	if err != nil {
		return nil, err
	}
	for _, id := range payments {
		if amount, waits := waiting[id]; waits && -balances[id][ledger.Suspense] != amount {
			found = append(found, Difference{Subject: "payment " + id.String(), What: "suspense", Expected: amount, Found: -balances[id][ledger.Suspense]})
		}
	}
	return found, nil
}

// leftInSuspense reports what the journal holds in suspense for scopes without a payment in suspense.
func leftInSuspense(ctx context.Context, db postgres.DB, scopes []uuid.UUID) (found []Difference, err error) {
	waiting, err := repay.Suspended(scopes).Read(ctx, db)
	if err != nil {
		return nil, err
	}
	balances, err := ledger.BalancesOf(scopes...).Read(ctx, db)
	if err != nil {
		return nil, err
	}
	for _, id := range scopes {
		if _, waits := waiting[id]; !waits && balances[id][ledger.Suspense] != 0 {
			found = append(found, Difference{Subject: "payment " + id.String(), What: "suspense", Found: -balances[id][ledger.Suspense]})
		}
	}
	return found, nil
}

// repayStatus returns the repay status that an order should have; 0 if its payout came back.
func repayStatus(l loan.Loan, s servicing.State) loan.RepayStatus {
	switch {
	case l.Returned():
		return 0
	case s.Settled():
		return loan.RepaySettled
	default:
		return loan.RepayAwaiting
	}
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
