package servicing

import (
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
)

// Accrual returns the journal transaction for what a loan has been charged up to a day and the journal does not contain
// yet, or false if there is nothing to post. upTo must not be later than today or earlier than what has been posted.
func Accrual(facts Posted, upTo money.Date, now Time) (ledger.Transaction, bool) {
	entries, kind := difference(facts.Target(facts.Replay(upTo)), facts.Balance)
	return ledger.Transaction{
		Key: "accrual:" + facts.Order.ID.String() + ":" + upTo.String(), Kind: kind, Scope: facts.Order.ID,
		PostingDate: now.Today, ValueDate: upTo, At: now.At, Currency: facts.Order.Currency, Entries: entries,
	}, len(entries) > 0
}

// difference returns the entries that bring balances to a target. The kind is an accrual if they only add charges, and
// a correction if they change what was posted.
func difference(target, balance ledger.Balance) (entries ledger.Entries, kind string) {
	kind = ledger.KindAccrual
	for _, account := range ledger.Accounts {
		change := target[account] - balance[account]
		if (account.IsReceivable() && change < 0) || (change != 0 && (account == ledger.Overpayment || account == ledger.Bank)) {
			kind = ledger.KindCorrection
		}
		entries = entries.Debit(account, change)
	}
	return entries, kind
}
