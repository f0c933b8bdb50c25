// Package ledger is the double-entry, append-only journal. The database keeps the balances and refuses transactions that do not
// sum to zero; this package writes transactions and reads balances. Amounts are in the currency's minor unit, positive for a debit
// and negative for a credit. A scope is the owner of a set of books: an order, or a payment, which has books for its money in
// suspense and for what its payer owes.
package ledger

import (
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Kinds of transactions.
const (
	KindDisbursement  = "disbursement"
	KindAccrual       = "accrual"
	KindPayment       = "payment"
	KindSuspense      = "suspense"
	KindSuspenseMatch = "suspense_match"
	// KindUnmatch reverses a payment that was matched to the wrong order.
	KindUnmatch  = "unmatch"
	KindReversal = "reversal"
	KindRefund   = "refund"
	// KindReturn is money that we sent and that was returned to us.
	KindReturn     = "return"
	KindCorrection = "correction"
)

// ErrUnbalanced says that the entries are empty or do not sum to zero. The database refuses them as well.
var ErrUnbalanced = errors.New("ledger: entries do not sum to zero")

// Entry is one line of a transaction.
type Entry struct {
	Account Account
	// Amount is in minor units: positive for a debit, negative for a credit.
	Amount int64
}

// Transaction is a set of entries that are posted together.
type Transaction struct {
	// ID is optional. If it is empty, a new one is assigned.
	ID uuid.UUID
	// Key identifies the cause, such as "payment:<id>". Each key can be posted only once.
	Key  string
	Kind string
	// Scope is the owner of the books: an order or a payment (see the package comment).
	Scope uuid.UUID
	// PostingDate is the business date on which the transaction is written, ValueDate the date from which it takes effect.
	PostingDate, ValueDate money.Date
	// Reverses is the id of the transaction that this one reverses.
	Reverses *uuid.UUID
	At       time.Time
	Currency money.Currency
	Entries  []Entry
}

// Check returns ErrUnbalanced if the entries cannot be posted.
func (t Transaction) Check() error {
	if len(t.Entries) == 0 {
		return fmt.Errorf("%w: %s has no entries", ErrUnbalanced, t.Key)
	}
	var sum int64
	for _, e := range t.Entries {
		if e.Amount == 0 {
			return fmt.Errorf("%w: %s has a zero amount on %s", ErrUnbalanced, t.Key, e.Account)
		}
		sum = money.Sum(sum, e.Amount)
	}
	if sum != 0 {
		return fmt.Errorf("%w: %s is off by %d", ErrUnbalanced, t.Key, sum)
	}
	return nil
}

// Entries is a list of entries to which lines without an amount are not added.
type Entries []Entry

// Debit adds a debit. A zero amount adds nothing.
func (e Entries) Debit(a Account, amount int64) Entries {
	if amount == 0 {
		return e
	}
	return append(e, Entry{Account: a, Amount: amount})
}

// Credit adds a credit. A zero amount adds nothing.
func (e Entries) Credit(a Account, amount int64) Entries { return e.Debit(a, -amount) }
