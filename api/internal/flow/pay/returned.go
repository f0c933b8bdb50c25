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
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Reasons why a payout or a refund is not booked as returned.
var (
	// ErrReturnedOtherwise means that the transfer is already booked as returned. A transfer comes back only once.
	ErrReturnedOtherwise = errors.New("this transfer is already booked as returned, under another reference of the bank")
	// ErrTransferMismatch means that the reference belongs to a payment that is not in suspense or has another amount
	// than the transfer, or to another returned transfer.
	ErrTransferMismatch = errors.New("the money with this reference does not match the transfer: its amount differs, part of it was taken back or sent back, or it is booked elsewhere")
	// ErrAmountMismatch means that the operator named another amount than that of the transfer. Only a whole transfer
	// is booked, and a mistyped reference usually belongs to another amount.
	ErrAmountMismatch = errors.New("the amount is wrong")
	// ErrAccountMismatch means that the money was sent to another account. The account tells two transfers of the same
	// amount apart.
	ErrAccountMismatch = errors.New("the money was not sent to this account: give at least the last four digits of the account in the bank's message, and check that this is the right transfer")
	// ErrReferenceKept means that the reference is not an operator's typing error, because a gateway reported it.
	ErrReferenceKept = errors.New("the reference in the books was reported by the gateway, or is not the one given with --instead-of: nothing was corrected")
	// ErrReturnFee means that the fee is implausible: no bank keeps that much.
	ErrReturnFee = errors.New("the fee is higher than what banks deduct from a returned transfer, or not lower than the amount sent: ask the bank")
)

// returned describes how a transfer of ours came back and who says so. fee is what the bank kept, so the returned
// amount is less by it. day is the bank's booking day; the zero date if unknown.
type returned struct {
	reference, actor, why string
	// insteadOf is the reference that this one replaces; empty if none was booked before.
	insteadOf string
	fee       int64
	day       money.Date
	// insist books the return despite contrary evidence in the books: a gateway reports it, or an operator insists.
	insist bool
}

// outgoing is a transfer of ours. order is the order to which its returned money may have been matched as a repayment;
// the nil UUID if none.
type outgoing struct {
	id       uuid.UUID
	order    uuid.UUID
	amount   int64
	currency money.Currency
}

// is returns ErrAmountMismatch unless the amount that an operator named is that of the transfer.
func (s outgoing) is(amount int64) error {
	if amount == s.amount {
		return nil
	}
	return fmt.Errorf("%w: it is %d in minor units, %s", ErrAmountMismatch, s.amount, money.Of(s.amount, s.currency))
}

// checkReturn checks an operator's statement that a transfer of ours came back. It refuses a fee that no bank keeps, a
// day before the transfer or in the future, and an amount other than the transfer's.
func (f *Flow) checkReturn(s outgoing, sent time.Time, amount int64, stated returned) error {
	switch {
	case !f.keeps(s, stated.fee):
		return ErrReturnFee
	case !f.canBeOn(stated.day, sent):
		return ErrBankDay
	}
	return s.is(amount)
}

// checkAccount returns ErrAccountMismatch unless the account that an operator named is the masked account that a
// transfer went to. If that account is unknown (it was erased with its borrower, or a person paid the transfer outside
// the gateway), two transfers of the same amount cannot be told apart, and the operator must insist.
func checkAccount(masked, named string, insist bool) error {
	switch known := secret.ShownEnd(masked); {
	case known == "" && !insist:
		return fmt.Errorf("the account that this transfer went to is not known any more: %w", ErrReturnDoubted)
	case !bankcard.MatchesNumber(known, named):
		return ErrAccountMismatch
	}
	return nil
}

// keeps reports whether a fee is one that a bank may have kept of a returned transfer.
func (f *Flow) keeps(s outgoing, fee int64) bool {
	return fee >= 0 && fee < s.amount && fee <= f.config.Region.ReturnFeeMax
}

// returnedAs reads a gateway's report that a transfer came back. It returns ErrTransferMismatch if it cannot be the
// same money.
func (f *Flow) returnedAs(s outgoing, r payment.Report) (returned, error) {
	back := returned{reference: r.Reference, actor: loan.ByBank, why: r.Reason, fee: s.amount - r.Amount, day: f.reportedOn(r), insist: true}
	if r.Currency != string(s.currency) || !f.keeps(s, back.fee) {
		return returned{}, ErrTransferMismatch
	}
	return back, nil
}

// queueReturnFee posts what a bank kept as our expense, because the owner of the money is credited the full amount. Its
// journal scope is the transfer.
func queueReturnFee(b *pgx.Batch, s outgoing, r returned, now servicing.Time) error {
	if r.fee == 0 {
		return nil
	}
	return ledger.Queue(b, ledger.Transaction{
		Key: "fee:return:" + s.id.String(), Kind: ledger.KindReturn, Scope: s.id, PostingDate: now.Today, ValueDate: now.Today, At: now.At,
		Currency: s.currency, Entries: ledger.Entries{}.Debit(ledger.BankFeeExpense, r.fee).Credit(ledger.Bank, r.fee),
	})
}

// bookedReturn is the return of a transfer in the books; the reference is empty if none is booked. byHand reads whether an operator
// stated it rather than a gateway.
type bookedReturn struct {
	reference string
	fee       int64
	byHand    postgres.Query[bool]
}

// known reports whether a return is booked already, or returns why it can be neither booked nor corrected. handled is what
// speaks against the returned money.
func (was bookedReturn) known(r returned, handled error) (bool, error) {
	switch {
	case was.reference == r.reference && was.fee == r.fee:
		return true, nil
	case was.reference == r.reference:
		return false, ErrTransferMismatch
	case was.reference != "" && r.insteadOf == "":
		return false, ErrReturnedOtherwise
	}
	return false, handled
}

// correct corrects the reference of a booked return. write receives the payment that was reported under the right
// reference, or nil. The effects of the booking do not change; such a payment is the same money and leaves suspense.
func (was bookedReturn) correct(ctx context.Context, tx pgx.Tx, gateway string, held *repay.Payment, r returned, now servicing.Time, write func(b *pgx.Batch, reportedAs *uuid.UUID)) error {
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

// auditReturned returns the audit entry for an operator's statement that a transfer came back.
func auditReturned(action, subject string, r returned, now servicing.Time) audit.Entry {
	entry := audit.Entry{
		At: now.At, Actor: r.actor, Action: action, Subject: subject,
		Detail: map[string]any{"reference": r.reference, "fee": r.fee, "on": r.day, "note": r.why, "insisted": r.insist},
	}
	if r.insteadOf != "" {
		entry.Detail["insteadOf"] = r.insteadOf
	}
	return entry
}

// transferReturned books the return of a payout or a refund that a gateway reports. A report that contradicts the books
// raises an alarm.
func (f *Flow) transferReturned(ctx context.Context, tx pgx.Tx, gateway string, r payment.Report) error {
	var payout *postgres.Answer[*loan.Disbursement]
	var refund *postgres.Answer[*repay.Refund]
	fresh, err := firstReport(ctx, tx, gateway, r, func(b *pgx.Batch) {
		payout, refund = loan.DisbursementBy(r.OriginalReference).Queue(b), repay.RefundBy(r.OriginalReference).Queue(b)
	})
	if err != nil || !fresh {
		return err
	}
	now := f.now()
	if d := payout.Get(); d != nil {
		return f.payoutReturned(ctx, tx, gateway, *d, r, now)
	}
	if sent := refund.Get(); sent != nil {
		return f.refundReturned(ctx, tx, gateway, *sent, r, now)
	}
	return reason.New(reason.NotFound)
}

// contradictReturn raises an alarm for a report that contradicts the books, and returns every other error. of names the
// transfer in the alarm; reference is our reference of it.
func contradictReturn(ctx context.Context, tx pgx.Tx, of repay.Alarm, reference string, r payment.Report, why error, now servicing.Time) error {
	contradicts := false
	for _, known := range []error{ErrNotPaidOut, ErrNotRefunded, ErrTransferMismatch, ErrReturnedOtherwise} {
		contradicts = contradicts || errors.Is(why, known)
	}
	if !contradicts {
		return why
	}
	of.Kind, of.RaisedAt = repay.ReturnContradictedAlarm, now.At
	of.Detail = fmt.Sprintf("%s: %d %s of %s: %v", r.Reference, r.Amount, r.Currency, reference, why)
	b := &pgx.Batch{}
	repay.QueueAlarm(b, of)
	return postgres.Send(ctx, tx, b)
}

// bookedReference is what is booked under a gateway's reference: a payment, or returned money of ours.
type bookedReference struct {
	payment  *postgres.Answer[*repay.Payment]
	returned *postgres.Answer[bool]
}

// queueReference reads the bookings of a reference and locks it until the transaction ends, so that no other
// transaction books money under it.
func queueReference(b *pgx.Batch, gateway, reference string) bookedReference {
	repay.QueueLockReference(b, gateway, reference)
	return bookedReference{
		payment: repay.ByReference(gateway, reference).Queue(b),
		returned: postgres.Value[bool]("pay: return booked",
			`SELECT `+loan.ReturnBooked(`$1`)+` OR `+repay.RefundReturnBooked(`$1`), reference).Queue(b),
	}
}

// heldFor finds and locks the payment as which the returned money of a transfer was reported, in suspense or matched to
// the transfer's own order. held is nil if it was not reported. handled says why the payment with that reference cannot
// be that money; ignore it if the transfer is already booked as returned under that reference. The reference stays
// locked until the transaction ends.
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
		return nil, err, nil // it is being sent back, which may fail
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

// queueOutOfSuspense records that a payment in suspense was the money of a returned transfer.
func queueOutOfSuspense(b *pgx.Batch, held repay.Payment, now servicing.Time) error {
	repay.QueueReturned(b, held.ID)
	entries := ledger.Entries{}.Debit(ledger.Suspense, held.Amount).Credit(ledger.Bank, held.Amount)
	return ledger.Queue(b, ofPayment(held, now, ledger.KindSuspenseMatch, entries))
}
