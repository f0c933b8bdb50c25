package servicing

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
)

// Accrual is the journal transaction of what a loan has been charged up to a day and what the journal does not say yet;
// false when there is nothing to post. today is the business date of at; upTo is no later, and no earlier than what has
// been posted.
func Accrual(facts Posted, upTo, today money.Date, at time.Time) (ledger.Transaction, bool) {
	entries, kind := difference(facts.Target(facts.Replay(upTo)), facts.Balance)
	return ledger.Transaction{
		Key: "accrual:" + facts.Order.ID.String() + ":" + upTo.String(), Kind: kind, Scope: facts.Order.ID,
		PostingDate: today, ValueDate: upTo, At: at, Currency: facts.Order.Currency, Entries: entries,
	}, len(entries) > 0
}

// difference are the entries that bring balances to a target: an accrual when they only charge more, a correction when
// they move what was posted.
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
