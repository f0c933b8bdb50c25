package servicing

import (
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
)

// Writer queues the journal transactions of one event of one loan, all in one statement, and tracks the balances after
// each.
type Writer struct {
	batch   *pgx.Batch
	facts   Facts
	balance ledger.Balance
	today   money.Date
	at      time.Time
	posted  []ledger.Transaction
	// liveHardship reports whether a hardship request is live, which money received or taken back may end.
	liveHardship bool
}

// NewWriter starts from the balances in the facts. The event happens at the time of their lock.
func NewWriter(batch *pgx.Batch, facts Locked) *Writer {
	return &Writer{
		batch: batch, facts: facts.Facts, balance: maps.Clone(facts.Balance), today: facts.Now.Today, at: facts.Now.At, liveHardship: facts.LiveHardship,
	}
}

// Pay posts a payment that is already among the facts' splits. after is the state of the facts today. If the payment is
// the latest event, the journal gets the charges up to its value date, then the payment, then the charges since. If the
// payment is older than something already posted, it is posted as an overpayment, and a correction brings the balances
// to the result of the replay.
func (w *Writer) Pay(payment repay.Split, after State) error {
	id, on := payment.PaymentID, payment.ValueDate
	// The parts that the bank has already taken back, and that an operator decided the loan owes, never came in here.
	amount := payment.Amount - payment.OwedAgain
	entries := ledger.Entries{}.Debit(ledger.Bank, amount)
	before := w.without(payment)
	if then := before.Replay(on); w.latest(then, payment) {
		w.level(before.Target(then), "accrual:payment:"+id.String(), on)
		for _, part := range after.Parts[id] {
			entries = entries.Credit(accountOf(part.Component), part.Amount)
		}
	} else {
		entries = entries.Credit(ledger.Overpayment, amount)
	}
	w.post(id, "payment:"+id.String(), ledger.KindPayment, on, nil, entries)
	w.splits(after)
	w.level(w.facts.Target(after), "after:payment:"+id.String(), w.today)
	return w.write()
}

// Reverse reverses a payment at its original value date: first the mirror of its allocation in the journal, then the
// consequences of its not having been paid. The facts must already hold it as reversed.
func (w *Writer) Reverse(payment repay.Split) error {
	w.mirror(payment, ledger.KindReversal)
	return w.Follow("after:reversal:" + payment.PaymentID.String())
}

// Unmatch is Reverse for a payment that had been matched to the wrong order.
func (w *Writer) Unmatch(payment repay.Split) error {
	w.mirror(payment, ledger.KindUnmatch)
	return w.Follow("after:unmatch:" + payment.PaymentID.String())
}

// mirror posts the reverse of a payment's allocation in the journal, as a transaction of the given kind.
func (w *Writer) mirror(payment repay.Split, kind string) {
	id := payment.PaymentID
	entries := ledger.Entries{}.Credit(ledger.Bank, payment.Amount)
	for _, part := range payment.Parts {
		amount := part.Amount
		if part.Component == repay.Overpayment {
			// The refunded part cannot be taken from the overpayment any more, so it is owed.
			gone := payment.Refunding + payment.Refunded
			entries = entries.Debit(ledger.PrincipalReceivable, gone)
			amount -= gone
		}
		entries = entries.Debit(accountOf(part.Component), amount)
	}
	w.post(uuid.Nil, kind+":payment:"+id.String(), kind, payment.ValueDate, &id, entries)
}

// TakePart reverses a part of a payment at its value date, as the transaction of that reversal. after are the facts
// with the part taken back. The writer's own facts are those before, from which the charges up to today are posted
// first.
func (w *Writer) TakePart(after Facts, payment repay.Split, reversal uuid.UUID, key string) error {
	w.level(w.facts.Target(w.facts.Replay(w.today)), "accrual:"+key, w.today)
	w.facts = after
	state := after.Replay(w.today)
	w.splits(state)
	entries, _ := difference(after.Target(state), w.balance)
	w.post(reversal, key, ledger.KindReversal, payment.ValueDate, nil, entries)
	return w.write()
}

// PayoutReturned reverses the payout at its value date: first the mirror of its posting, then the consequences of the
// borrower never having had the money. The facts must already hold the payout as returned. asPayment is the payment as
// which the returned money had been matched to this order, or nil. It is reversed as well, and the facts must already
// hold it as reversed.
func (w *Writer) PayoutReturned(asPayment *repay.Split) error {
	if asPayment != nil {
		w.mirror(*asPayment, ledger.KindReversal)
	}
	order, l := w.facts.Order, w.facts.Loan
	serviceFee := order.Terms.ServiceFeeOf(l.Principal)
	w.post(uuid.Nil, "reversal:disbursement:"+order.ID.String(), ledger.KindReturn, l.DisbursedOn, nil, ledger.Entries{}.
		Credit(ledger.PrincipalReceivable, l.Principal).
		Debit(ledger.Bank, l.ActualReceived).
		Debit(ledger.FrontServiceFeeIncome, l.Principal-l.ActualReceived).
		Credit(ledger.ServiceFeeReceivable, serviceFee).
		Debit(ledger.ServiceFeeIncome, serviceFee))
	return w.Follow("after:reversal:disbursement:" + order.ID.String())
}

// Refunded posts that an overpayment was refunded. The facts must already count it as refunded.
func (w *Writer) Refunded(refund repay.Refund) error {
	entries := ledger.Entries{}.Debit(ledger.Overpayment, refund.Amount).Credit(ledger.Bank, refund.Amount)
	w.post(uuid.Nil, "refund:"+refund.ID.String(), ledger.KindRefund, w.today, nil, entries)
	return w.Follow("after:refund:" + refund.ID.String())
}

// RefundReturned posts that a refunded overpayment came back. The facts must no longer count it as refunded.
func (w *Writer) RefundReturned(refund repay.Refund) error {
	entries := ledger.Entries{}.Debit(ledger.Bank, refund.Amount).Credit(ledger.Overpayment, refund.Amount)
	w.post(uuid.Nil, "reversal:refund:"+refund.ID.String(), ledger.KindReturn, w.today, nil, entries)
	return w.Follow("after:reversal:refund:" + refund.ID.String())
}

// Follow brings the journal and the splits to the state of the facts.
func (w *Writer) Follow(key string) error {
	after := w.facts.Replay(w.today)
	w.splits(after)
	w.level(w.facts.Target(after), key, w.today)
	return w.write()
}

// latest reports whether nothing posted so far comes after a payment, given the state before it.
func (w *Writer) latest(before State, payment repay.Split) bool {
	if last := w.facts.Splits[len(w.facts.Splits)-1]; last.PaymentID != payment.PaymentID {
		return false
	}
	for c, charged := range before.Charged {
		if -w.balance[ledger.Income(string(c))] > charged {
			return false
		}
	}
	return true
}

// without returns the facts without a payment.
func (w *Writer) without(payment repay.Split) Facts {
	before := w.facts
	before.Splits = slices.DeleteFunc(slices.Clone(before.Splits), func(s repay.Split) bool {
		return s.PaymentID == payment.PaymentID
	})
	return before
}

// splits writes a new round for every payment whose allocation has changed.
func (w *Writer) splits(after State) {
	for _, split := range w.facts.Splits {
		if parts := after.Parts[split.PaymentID]; split.State == repay.Posted && !repay.SameParts(parts, split.Parts) {
			repay.QueueSplit(w.batch, split.PaymentID, split.Round+1, parts)
		}
	}
}

// level posts the difference between a target and the balances.
func (w *Writer) level(target ledger.Balance, key string, value money.Date) {
	if entries, kind := difference(target, w.balance); len(entries) > 0 {
		w.post(uuid.Nil, key, kind, value, nil, entries)
	}
}

func (w *Writer) post(id uuid.UUID, key, kind string, value money.Date, reverses *uuid.UUID, entries ledger.Entries) {
	for _, e := range entries {
		w.balance[e.Account] = money.Sum(w.balance[e.Account], e.Amount)
	}
	w.posted = append(w.posted, ledger.Transaction{
		ID: id, Key: key, Kind: kind, Scope: w.facts.Order.ID, PostingDate: w.today, ValueDate: value,
		Reverses: reverses, At: w.at, Currency: w.facts.Order.Currency, Entries: entries,
	})
}

// write queues what was posted since its last call. If a hardship request is live, it also queues a check whether the
// request has ended.
func (w *Writer) write() error {
	all := w.posted
	w.posted = nil
	if w.liveHardship {
		support.QueueCheckHardship(w.batch, w.facts.Order.ID, w.at)
	}
	return ledger.Queue(w.batch, all...)
}

func accountOf(c repay.Component) ledger.Account {
	if c == repay.Overpayment {
		return ledger.Overpayment
	}
	return ledger.Receivable(string(c))
}
