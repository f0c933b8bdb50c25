package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/qr"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

var (
	// ErrNoPayment says that the bank has no payment with this reference that can be reversed.
	ErrNoPayment = errors.New("payment: no such payment, or taken back already")
	// ErrNoTransfer says that the bank has no payout or refund with this reference that can be returned.
	ErrNoTransfer = errors.New("payment: no such payout or refund, or it came back already")
	// ErrNoCode says that a text is not a payment code of a supported type.
	ErrNoCode = errors.New("payment: not a payment code")
)

// Incoming is a transfer to one of our accounts.
type Incoming struct {
	// Reference is the bank's reference. If it is empty, a random one is used.
	Reference string
	// Account is the receiving account.
	Account string
	Amount  money.Money
	// Memo is the memo as the bank transmits it, which may differ from what the payer wrote.
	Memo         string
	PayerName    string
	PayerAccount string
	// PaidAt is in business time.
	PaidAt time.Time
}

const (
	book = `
		INSERT INTO sandbox_bank.incoming (reference, account, amount, currency, memo, payer_name, payer_account, paid_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
	owe = `INSERT INTO sandbox_bank.callback (event_id, body) VALUES ($1, $2)`
)

// Pay books a transfer to us and its callback in one transaction of the bank.
func (s *Sandbox) Pay(ctx context.Context, in Incoming) (reference string, err error) {
	if in.Reference == "" {
		in.Reference = "FT" + secret.Digits(14)
	}
	event := contract.PaymentEvent{
		EventID: "in-" + in.Reference, Type: ReportPayment, Reference: in.Reference,
		Amount: in.Amount.Minor, Currency: string(in.Amount.Currency), Memo: in.Memo, Account: in.Account,
		PayerName: &in.PayerName, PayerAccount: &in.PayerAccount, PaidAt: in.PaidAt.UTC(),
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		b.Queue(book, in.Reference, in.Account, in.Amount.Minor, in.Amount.Currency, in.Memo, in.PayerName, in.PayerAccount, in.PaidAt)
		return queueCallback(ctx, tx, b, event)
	})
	if err != nil {
		return "", fmt.Errorf("payment: sandbox: %w", err)
	}
	return in.Reference, nil
}

// PayCode pays a payment code as a banking app would after scanning it. amount is used if the code contains none.
func (s *Sandbox) PayCode(ctx context.Context, text string, amount int64, from Incoming) (reference string, err error) {
	if v, err := qr.ParseVietQR(text); err == nil {
		from.Account, from.Memo = v.Account, v.Purpose
		from.Amount = money.Of(orElse(v.Amount, amount), money.VND)
		return s.Pay(ctx, from)
	}
	p, err := qr.ParsePromptPay(text)
	if err != nil {
		return "", ErrNoCode
	}
	from.Account, from.Memo = p.Target, p.Reference
	from.Amount = money.Of(orElse(p.Amount, amount), money.THB)
	return s.Pay(ctx, from)
}

// TakeBack reverses a payment: the bank takes the money from our account and reports the reversal.
func (s *Sandbox) TakeBack(ctx context.Context, reference, why string, at time.Time) error {
	event := contract.PaymentEvent{
		EventID: "back-" + reference, Type: ReportReversal, Reference: "RV-" + reference,
		OriginalReference: &reference, PaidAt: at.UTC(), Reason: &why,
	}
	return s.report(ctx, &event, ErrNoPayment, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			UPDATE sandbox_bank.incoming SET reversed_at = $2, changed_at = DEFAULT WHERE reference = $1 AND reversed_at IS NULL
			RETURNING account, amount, currency, memo`, reference, at).
			Scan(&event.Account, &event.Amount, &event.Currency, &event.Memo)
	})
}

// TakeBackPart reverses a part of a payment, in minor units, and reports the reversal.
func (s *Sandbox) TakeBackPart(ctx context.Context, reference string, amount int64, why string, at time.Time) error {
	event := contract.PaymentEvent{Type: ReportReversal, OriginalReference: &reference, Amount: amount, PaidAt: at.UTC(), Reason: &why}
	return s.report(ctx, &event, ErrNoPayment, func(tx pgx.Tx) error {
		var taken int64
		err := tx.QueryRow(ctx, `
			UPDATE sandbox_bank.incoming SET taken_back = taken_back + $2, changed_at = DEFAULT
			WHERE reference = $1 AND reversed_at IS NULL AND taken_back + $2 <= amount
			RETURNING account, currency, memo, taken_back`, reference, amount).
			Scan(&event.Account, &event.Currency, &event.Memo, &taken)
		event.Reference = fmt.Sprintf("RV-%s-%d", reference, taken)
		event.EventID = "back-" + event.Reference
		return err
	})
}

// returnPrefix is prepended to the reference of a payout or refund to get the reference of its return.
const returnPrefix = "RT-"

// SendBack returns the money of a payout or refund to our account, as the receiver's bank does, and reports the return.
func (s *Sandbox) SendBack(ctx context.Context, reference, why string, at time.Time) error {
	return s.SendBackLess(ctx, reference, 0, why, at)
}

// SendBackLess is SendBack less a fee that the receiver's bank keeps, in minor units.
func (s *Sandbox) SendBackLess(ctx context.Context, reference string, fee int64, why string, at time.Time) error {
	event := contract.PaymentEvent{
		EventID: "return-" + reference, Type: ReportPayoutReturned, Reference: returnPrefix + reference,
		OriginalReference: &reference, PaidAt: at.UTC(), Reason: &why,
	}
	return s.report(ctx, &event, ErrNoTransfer, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			UPDATE sandbox_bank.transfer SET returned_at = now(), return_fee = $2
			WHERE reference = $1 AND state = 'succeeded' AND returned_at IS NULL
			RETURNING amount - return_fee, currency, memo`, reference, fee).Scan(&event.Amount, &event.Currency, &event.Memo)
	})
}

// report books a change in the bank and its callback in one transaction. book fills in the event from the row that it changed.
// none is returned if it finds no row.
func (s *Sandbox) report(ctx context.Context, event *contract.PaymentEvent, none error, book func(pgx.Tx) error) error {
	err := postgres.InTx(ctx, s.pool, func(ctx context.Context, tx pgx.Tx) error {
		err := book(tx)
		if errors.Is(err, pgx.ErrNoRows) {
			return none
		}
		if err != nil {
			return err
		}
		return queueCallback(ctx, tx, &pgx.Batch{}, *event)
	})
	if err != nil {
		return fmt.Errorf("payment: sandbox: %w", err)
	}
	return nil
}

func queueCallback(ctx context.Context, tx pgx.Tx, b *pgx.Batch, event contract.PaymentEvent) error {
	body, err := json.Marshal(event)
	if err != nil {
		return err
	}
	b.Queue(owe, event.EventID, body)
	return postgres.Send(ctx, tx, b)
}

// payer returns the account that a payment came from, which receives its refund.
func (s *Sandbox) payer(ctx context.Context, reference string) (Account, error) {
	var a Account
	err := s.pool.QueryRow(ctx, `SELECT payer_account, payer_name FROM sandbox_bank.incoming WHERE reference = $1`, reference).
		Scan(&a.Number, &a.Holder)
	if errors.Is(err, pgx.ErrNoRows) {
		return Account{}, ErrNoPayment
	}
	if err != nil {
		return Account{}, fmt.Errorf("payment: sandbox: %w", err)
	}
	return a, nil
}

func orElse(amount, otherwise int64) int64 {
	if amount != 0 {
		return amount
	}
	return otherwise
}
