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

// Loans works some loans out again, in a transaction that sees one moment (postgres.InSnapshot): what a job posts between two statements
// is no difference. Ids that are no loan's are passed over.
func Loans(ctx context.Context, tx pgx.Tx, orders ...uuid.UUID) ([]Difference, error) {
	b := &pgx.Batch{}
	all := servicing.PostedOf(orders...).Queue(b)
	last := ledger.PostedUpTo(orders...).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return nil, err
	}
	var found []Difference
	for _, order := range orders {
		if facts, paidOut := all.Get()[order]; paidOut {
			found = append(found, differences(facts, facts.Replay(last.Get()[order]))...)
		}
	}
	return found, nil
}

// differences compares where a loan should stand with what is written of it.
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

// suspense compares payments that wait for their order with the books that are kept of each.
func suspense(ctx context.Context, db postgres.DB, payments []uuid.UUID) (found []Difference, err error) {
	waiting, err := repay.Suspended(ctx, db, payments)
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

// repayStatus is what an order should say of its repayment: nothing where there was nothing to repay.
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
