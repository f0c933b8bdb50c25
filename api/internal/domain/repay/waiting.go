package repay

import (
	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// WaitingLines counts what waits for an operator: open alarms by kind, undecided partial reversals, payments in suspense and proofs.
func WaitingLines() postgres.Query[[]attention.Line] {
	var kinds []string
	for _, kind := range AlarmKinds {
		kinds = append(kinds, string(kind))
	}
	return attention.Waiting(append(kinds, "suspense", "proof"), `
		SELECT kind, count(*), min(raised_at) AS since FROM payment_alarm WHERE closed_at IS NULL AND kind <> $1 GROUP BY kind
		UNION ALL SELECT $1, count(*), min(reported_at) FROM `+undecided+`
		UNION ALL SELECT 'suspense', count(*), min(received_at) FROM payment WHERE state = 'suspense'
		UNION ALL SELECT 'proof', count(*), min(created_at) FROM repayment_proof WHERE state = 'submitted'`, PartlyReversedAlarm)
}

// UnfinishedLines counts the refunds without an outcome by state: created, unknown, or declined by the gateway.
func UnfinishedLines() postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"created", "unknown", "declined"}, `
		SELECT CASE WHEN refused_at IS NOT NULL THEN 'declined' ELSE state END AS kind, count(*), min(created_at) AS since
		FROM refund WHERE state IN ('created', 'unknown') GROUP BY 1`)
}

// SuspenseBalance is the total of the payments in suspense in one currency.
type SuspenseBalance struct {
	Currency money.Currency
	// Amount is in minor units.
	Amount int64
}

// SuspenseBalances sums the money in suspense by currency.
func SuspenseBalances() postgres.Query[[]SuspenseBalance] {
	return postgres.Rows[SuspenseBalance]("repay: suspense balances", `SELECT currency, sum(amount)::bigint AS amount FROM payment WHERE state = 'suspense' GROUP BY currency`)
}
