package payment

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Account numbers that end in these suffixes simulate the failures of banks. All others succeed.
const (
	// SuffixClosed: the payout fails because the account is closed.
	SuffixClosed = "0001"
	// SuffixLostAnswer: the response to the first call is lost, but the money was sent.
	SuffixLostAnswer = "0002"
	// SuffixLostCall: the first call is lost and nothing happens.
	SuffixLostCall = "0003"
	// SuffixOtherName: the account belongs to another person.
	SuffixOtherName = "0004"
)

// Sandbox is the embedded bank. It has its own books in the schema sandbox_bank and its own transactions, as if it were a remote system.
type Sandbox struct{ pool *pgxpool.Pool }

var _ Gateway = (*Sandbox)(nil)

// NewSandbox returns the bank.
func NewSandbox(pool *pgxpool.Pool) *Sandbox { return &Sandbox{pool: pool} }

// NameInquiry returns the expected holder, except for accounts that end in SuffixOtherName.
func (s *Sandbox) NameInquiry(ctx context.Context, a Account) (string, error) {
	if err := postgres.NotInTx(ctx); err != nil {
		return "", err
	}
	if strings.HasSuffix(a.Number, SuffixOtherName) {
		return "TRAN VAN KHAC", nil
	}
	return PlainName(a.Holder), nil
}

// Payout books the transfer. For a known reference it returns the earlier result.
func (s *Sandbox) Payout(ctx context.Context, t Transfer) (Result, error) {
	if err := postgres.NotInTx(ctx); err != nil {
		return Result{State: Unknown}, err
	}
	if t.Direction == DirectionRefund {
		payer, err := s.payer(ctx, t.Original)
		if err != nil {
			return Result{State: Unknown}, err
		}
		t.To = payer
	}
	if strings.HasSuffix(t.To.Number, SuffixLostCall) {
		lost, err := s.pool.Exec(ctx, `INSERT INTO sandbox_bank.lost_call (reference) VALUES ($1) ON CONFLICT DO NOTHING`, t.Reference)
		if err != nil {
			return Result{State: Unknown}, fmt.Errorf("payment: sandbox: %w", err)
		}
		if lost.RowsAffected() == 1 {
			return Result{State: Unknown}, nil
		}
	}
	state, failure := Succeeded, ""
	if strings.HasSuffix(t.To.Number, SuffixClosed) {
		state, failure = Failed, AccountClosed
	}
	booked, err := s.pool.Exec(ctx, `
		INSERT INTO sandbox_bank.transfer (reference, direction, bank_code, account_number, holder_name, amount, currency, memo, state, failure_reason, serial, value_date)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULLIF($10, ''), $11, $12)
		ON CONFLICT (reference) DO NOTHING`,
		t.Reference, t.Direction, t.To.BankCode, t.To.Number, t.To.Holder, t.Amount.Minor, t.Amount.Currency, t.Memo, state, failure,
		"FT"+secret.Digits(14), t.On)
	if err != nil {
		return Result{State: Unknown}, fmt.Errorf("payment: sandbox: %w", err)
	}
	if booked.RowsAffected() == 1 && strings.HasSuffix(t.To.Number, SuffixLostAnswer) {
		return Result{State: Unknown}, nil
	}
	return s.Lookup(ctx, t.Reference)
}

// Lookup reads the transfer from the bank's books.
func (s *Sandbox) Lookup(ctx context.Context, reference string) (Result, error) {
	if err := postgres.NotInTx(ctx); err != nil {
		return Result{State: Unknown}, err
	}
	var r Result
	err := s.pool.QueryRow(ctx, `SELECT state, serial, COALESCE(failure_reason, ''), value_date FROM sandbox_bank.transfer WHERE reference = $1`, reference).
		Scan(&r.State, &r.Serial, &r.FailureReason, &r.ValueDate)
	if errors.Is(err, pgx.ErrNoRows) {
		return Result{State: NotFound}, nil
	}
	if err != nil {
		return Result{State: Unknown}, fmt.Errorf("payment: sandbox: %w", err)
	}
	return r, nil
}

// Booked returns the sum of the successful transfers in a direction and a currency, to compare the bank's books with the journal.
func (s *Sandbox) Booked(ctx context.Context, d Direction, c money.Currency) (int64, error) {
	var sum int64
	err := s.pool.QueryRow(ctx, `SELECT COALESCE(sum(amount), 0)::bigint FROM sandbox_bank.transfer WHERE direction = $1 AND currency = $2 AND state = 'succeeded'`, d, c).Scan(&sum)
	if err != nil {
		return 0, fmt.Errorf("payment: sandbox: %w", err)
	}
	return sum, nil
}
