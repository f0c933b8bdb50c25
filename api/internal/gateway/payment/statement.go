package payment

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Line is one movement in a bank's books.
type Line struct {
	Reference string
	Amount    int64
	// Back is true for money that came in and was taken back.
	Back bool
}

// Statement is a bank that lets its books be read.
type Statement interface {
	// Received lists what came in.
	Received(ctx context.Context) ([]Line, error)
	// Sent lists what went out.
	Sent(ctx context.Context) ([]Line, error)
}

var _ Statement = (*Sandbox)(nil)

// Received lists what came in and was not taken back in parts, also what nobody has been told of yet.
func (s *Sandbox) Received(ctx context.Context) ([]Line, error) {
	return s.lines(ctx, `SELECT reference, amount - taken_back, reversed_at IS NOT NULL FROM sandbox_bank.incoming`)
}

// Sent lists the payouts and refunds that succeeded.
func (s *Sandbox) Sent(ctx context.Context) ([]Line, error) {
	return s.lines(ctx, `SELECT reference, amount, false FROM sandbox_bank.transfer WHERE state = 'succeeded'`)
}

func (s *Sandbox) lines(ctx context.Context, sql string) ([]Line, error) {
	rows, err := s.pool.Query(ctx, sql)
	if err != nil {
		return nil, fmt.Errorf("payment: sandbox: %w", err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Line])
	if err != nil {
		return nil, fmt.Errorf("payment: sandbox: %w", err)
	}
	return lines, nil
}
