package pay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Why a payout or a refund is not booked as having come back.
var (
	// ErrReturnedOtherwise: what was sent comes back once.
	ErrReturnedOtherwise = errors.New("this transfer is in the books as having come back, under another reference of the bank's")
	// ErrTransferMismatch: we have the reference as a payment that does not wait in suspense, or is not of the amount that was sent, or
	// as another transfer that came back.
	ErrTransferMismatch = errors.New("the money of this reference is not what was sent: another amount, a part taken back or sent back, or booked elsewhere")
	// ErrAmountMismatch: what an operator books is the whole of a transfer; a reference that was typed wrongly is mostly of another amount.
	ErrAmountMismatch = errors.New("this is not the amount")
	// ErrAccountMismatch: of two transfers of one amount the account tells which one the bank means.
	ErrAccountMismatch = errors.New("this is not the account that the money was sent to: name the last four digits at least, as the bank's message says, and look whether it is this transfer that is meant")
	// ErrReferenceKept: what a gateway has reported is no slip of an operator's.
	ErrReferenceKept = errors.New("the reference in the books is the gateway's own, or is another: nothing was put right")
	// ErrReturnFee: no bank keeps so much, or the word of it is wrong.
	ErrReturnFee = errors.New("the fee is more than a bank keeps of what comes back, or than was sent: ask the bank")
)

// returned is how what we had sent came back, and who says so. fee is what the bank kept of it: what came back is less by that. day
// is the one under which the bank has it; no date where nobody has said.
type returned struct {
	reference, actor, why string
	// insteadOf is the reference that it takes the place of; empty where it was not booked before.
	insteadOf string
	fee       int64
	day       money.Date
	// sure tells that it is booked whatever in the books speaks against it: a gateway reports it, or an operator insists.
	sure bool
}

// outgoing is a transfer of ours. order is the one to which its money may have been matched as a repayment; zero for none.
type outgoing struct {
	id       uuid.UUID
	order    uuid.UUID
	amount   int64
	currency money.Currency
}

// is refuses an amount that an operator names and that is another transfer's.
func (s outgoing) is(amount int64) error {
	if amount == s.amount {
		return nil
	}
	return fmt.Errorf("%w: it is %d in minor units, %s", ErrAmountMismatch, s.amount, money.Of(s.amount, s.currency))
}

// checkReturn refuses what an operator says of a transfer of ours that came back, where that cannot be: a fee that no bank keeps, a
// day before it was sent or yet to come, an amount that is another transfer's.
func (f *Flow) checkReturn(s outgoing, sent time.Time, amount int64, said returned) error {
	switch {
	case !f.keeps(s, said.fee):
		return ErrReturnFee
	case !f.canBeOn(said.day, sent):
		return ErrBankDay
	}
	return s.is(amount)
}

// wentTo refuses an account that an operator names and that is not the one to which a transfer went, which is masked. Where nobody
// knows that (it was erased with its borrower, or a person paid the transfer past the gateway), nothing tells two transfers of one amount
// apart, and it takes a second word.
func wentTo(masked, named string, insist bool) error {
	switch known := secret.ShownEnd(masked); {
	case known == "" && !insist:
		return fmt.Errorf("to which account this went is not known here any more: %w", ErrReturnDoubted)
	case !bankcard.Names(known, named):
		return ErrAccountMismatch
	}
	return nil
}

// keeps reports whether a bank may have kept a fee of a transfer of ours that came back.
func (f *Flow) keeps(s outgoing, fee int64) bool {
	return fee >= 0 && fee < s.amount && fee <= f.config.Region.ReturnFeeMax
}

// returnedAs is how a gateway reports that a transfer came back; ErrTransferMismatch where that cannot be the same money.
func (f *Flow) returnedAs(s outgoing, r payment.Report) (returned, error) {
	back := returned{reference: r.Reference, actor: loan.ByBank, why: r.Reason, fee: s.amount - r.Amount, day: f.reportedOn(r), sure: true}
	if r.Currency != string(s.currency) || !f.keeps(s, back.fee) {
		return returned{}, ErrTransferMismatch
	}
	return back, nil
}

// queueReturnFee posts what a bank kept as an expense of ours: to the books of whoever owns the money all of it came back. It has a
// scope of its own, the transfer.
func queueReturnFee(b *pgx.Batch, s outgoing, r returned, now businessTime) error {
	if r.fee == 0 {
		return nil
	}
	return ledger.Queue(b, ledger.Transaction{
		Key: "fee:return:" + s.id.String(), Kind: ledger.KindReturn, Scope: s.id, PostingDate: now.today, ValueDate: now.today, At: now.at,
		Currency: s.currency, Entries: ledger.Entries{}.Debit(ledger.BankFeeExpense, r.fee).Credit(ledger.Bank, r.fee),
	})
}

// bookedReturn is what the books have of a transfer that came back. byHand reads whether an operator has said so, and no gateway.
type bookedReturn struct {
	reference string
	fee       int64
	byHand    postgres.Query[bool]
}

// correct puts the reference of it right, by write, which is given the payment that it turns out to be. Nothing of what the booking meant
// changes; money that was reported under the right reference meanwhile is the same money, and leaves suspense.
func (was bookedReturn) correct(ctx context.Context, tx pgx.Tx, gateway string, held *repay.Payment, r returned, now businessTime, write func(b *pgx.Batch, reportedAs *uuid.UUID)) error {
	b := &pgx.Batch{}
	reported, byHand := repay.ByReference(gateway, r.insteadOf).Queue(b), was.byHand.Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	switch {
	case was.reference != r.insteadOf || reported.Get() != nil || !byHand.Get():
		return ErrReferenceKept
	case was.fee != r.fee || held != nil && held.State != repay.Suspense:
		return ErrTransferMismatch
	}
	b = &pgx.Batch{}
	var reportedAs *uuid.UUID
	if held != nil {
		reportedAs = &held.ID
		if err := queueOutOfSuspense(b, *held, now); err != nil {
			return err
		}
	}
	write(b, reportedAs)
	return postgres.Send(ctx, tx, b)
}

// auditReturned is what the audit log says of an operator's word that a transfer came back.
func auditReturned(action, subject string, r returned, now businessTime) audit.Entry {
	entry := audit.Entry{
		At: now.at, Actor: r.actor, Action: action, Subject: subject,
		Detail: map[string]any{"reference": r.reference, "fee": r.fee, "on": r.day, "note": r.why, "insisted": r.sure},
	}
	if r.insteadOf != "" {
		entry.Detail["insteadOf"] = r.insteadOf
	}
	return entry
}

// transferReturned books on the report of a gateway that a payout or a refund came back; what contradicts the books is shown
// to a person.
func (f *Flow) transferReturned(ctx context.Context, tx pgx.Tx, gateway string, r payment.Report) error {
	now := f.now()
	var payout *postgres.Answer[*loan.Disbursement]
	var refund *postgres.Answer[*repay.Refund]
	fresh, err := firstReport(ctx, tx, gateway, r, func(b *pgx.Batch) {
		payout, refund = loan.DisbursementBy(r.OriginalReference).Queue(b), repay.RefundBy(r.OriginalReference).Queue(b)
	})
	if err != nil || !fresh {
		return err
	}
	if d := payout.Get(); d != nil {
		return f.payoutReturned(ctx, tx, gateway, *d, r, now)
	}
	if sent := refund.Get(); sent != nil {
		return f.refundReturned(ctx, tx, gateway, *sent, r, now)
	}
	return reason.New(reason.NotFound)
}

// contradictReturn shows a report to a person that contradicts the books; every other error is returned. of names the transfer
// in the alarm, reference is our name for it.
func contradictReturn(ctx context.Context, tx pgx.Tx, of repay.Alarm, reference string, r payment.Report, why error, now businessTime) error {
	contradicts := false
	for _, known := range []error{ErrNotPaidOut, ErrNotRefunded, ErrTransferMismatch, ErrReturnedOtherwise} {
		contradicts = contradicts || errors.Is(why, known)
	}
	if !contradicts {
		return why
	}
	of.Kind, of.RaisedAt = repay.ReturnContradictedAlarm, now.at
	of.Detail = fmt.Sprintf("%s: %d %s of %s: %v", r.Reference, r.Amount, r.Currency, reference, why)
	b := &pgx.Batch{}
	repay.QueueAlarm(b, of)
	return postgres.Send(ctx, tx, b)
}

// bookedReference is what the books have under a reference of a gateway's: a payment, or money of ours that came back.
type bookedReference struct {
	payment  *postgres.Answer[*repay.Payment]
	returned *postgres.Answer[bool]
}

// queueReference reads it, and holds the reference until the transaction ends: nobody else books money of it meanwhile.
func queueReference(b *pgx.Batch, gateway, reference string) bookedReference {
	repay.QueueLockReference(b, gateway, reference)
	return bookedReference{
		payment: repay.ByReference(gateway, reference).Queue(b),
		returned: postgres.Value[bool]("pay: return booked",
			`SELECT `+loan.ReturnBooked(`$1`)+` OR `+repay.RefundReturnBooked(`$1`), reference).Queue(b),
	}
}

// heldFor finds the payment as which the returned money of a transfer was reported, in suspense or matched to the transfer's own
// order, and holds it; nil where it was not reported. handled says why the payment of that reference cannot be that money; it does
// not count where the transfer is in the books as returned under that reference already. Nobody else books money of that reference
// until the transaction ends.
func heldFor(ctx context.Context, tx pgx.Tx, gateway string, s outgoing, r returned) (held *repay.Payment, handled, err error) {
	b := &pgx.Batch{}
	known := queueReference(b, gateway, r.reference)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return nil, nil, err
	}
	switch {
	case known.returned.Get():
		return nil, ErrTransferMismatch, nil
	case known.payment.Get() == nil:
		return nil, nil, nil
	}
	p, err := repay.LockSuspense(ctx, tx, known.payment.Get().ID)
	switch {
	case reason.Of(err) == reason.SuspenseHandled && p.State == repay.Suspense:
		return nil, err, nil // on its way back: it may fail
	case reason.Of(err) == reason.SuspenseHandled && (p.State != repay.Posted || *p.OrderID != s.order):
		return nil, ErrTransferMismatch, nil
	case err != nil && reason.Of(err) != reason.SuspenseHandled:
		return nil, nil, err
	}
	gone, err := partsOf(ctx, tx, p.ID)
	if err != nil {
		return nil, nil, err
	}
	if p.Amount != s.amount-r.fee || p.Currency != s.currency || gone.taken > 0 || gone.contradicted {
		return nil, ErrTransferMismatch, nil
	}
	return &p, nil, nil
}

// queueOutOfSuspense writes that a payment in suspense was the money of a transfer that came back.
func queueOutOfSuspense(b *pgx.Batch, held repay.Payment, now businessTime) error {
	repay.QueueReturned(b, held.ID)
	entries := ledger.Entries{}.Debit(ledger.Suspense, held.Amount).Credit(ledger.Bank, held.Amount)
	return ledger.Queue(b, ofPayment(held, now, ledger.KindSuspenseMatch, entries))
}
