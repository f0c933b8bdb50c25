// Package ledger is the journal: double entry and append-only. The database keeps the balances and refuses what does
// not sum to zero; this package writes transactions and reads balances. An amount is positive for a debit and
// negative for a credit, in the currency's minor unit. A scope is whose books an entry belongs to: an order, or a
// payment, for its money in suspense and for what its payer owes.
package ledger

import (
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// What a transaction can be.
const (
	KindDisbursement  = "disbursement"
	KindAccrual       = "accrual"
	KindPayment       = "payment"
	KindSuspense      = "suspense"
	KindSuspenseMatch = "suspense_match"
	// KindUnmatch takes a payment back that had been matched to the wrong order.
	KindUnmatch  = "unmatch"
	KindReversal = "reversal"
	KindRefund   = "refund"
	// KindReturn is money that we had sent, and that came back.
	KindReturn     = "return"
	KindCorrection = "correction"
)

// ErrUnbalanced says that the entries are empty or do not sum to zero. The database would refuse them as well.
var ErrUnbalanced = errors.New("ledger: entries do not sum to zero")

// Entry is one line of a transaction.
type Entry struct {
	Account Account
	// Amount is positive for a debit and negative for a credit.
	Amount int64
}

// Transaction is what is posted at once.
type Transaction struct {
	// ID may be left empty.
	ID uuid.UUID
	// Key names the cause, such as "payment:<id>"; the same cause is posted once.
	Key  string
	Kind string
	// Scope is whose books it is: an order, or a payment, for its money in suspense and for what its payer owes.
	Scope uuid.UUID
	// PostingDate is the business date on which it is written, ValueDate the one from which it counts.
	PostingDate, ValueDate money.Date
	// Reverses is the transaction that this one takes back.
	Reverses *uuid.UUID
	At       time.Time
	Currency money.Currency
	Entries  []Entry
}

// Check reports entries that cannot be posted.
func (t Transaction) Check() error {
	if len(t.Entries) == 0 {
		return fmt.Errorf("%w: %s has none", ErrUnbalanced, t.Key)
	}
	var sum int64
	for _, e := range t.Entries {
		if e.Amount == 0 {
			return fmt.Errorf("%w: %s has an empty line on %s", ErrUnbalanced, t.Key, e.Account)
		}
		sum = money.Sum(sum, e.Amount)
	}
	if sum != 0 {
		return fmt.Errorf("%w: %s is off by %d", ErrUnbalanced, t.Key, sum)
	}
	return nil
}

// Entries collects lines and leaves out those without an amount.
type Entries []Entry

// Debit adds a debit.
func (e Entries) Debit(a Account, amount int64) Entries {
	if amount == 0 {
		return e
	}
	return append(e, Entry{Account: a, Amount: amount})
}

// Credit adds a credit.
func (e Entries) Credit(a Account, amount int64) Entries { return e.Debit(a, -amount) }
