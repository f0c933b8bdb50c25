package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Line is a movement in a bank's books.
type Line struct {
	Reference string
	// Amount is in minor units: positive for incoming money, less its reversals, and negative for outgoing money.
	Amount int64
	// At is the wall time at which the bank booked or last changed the movement. It is before the report.
	At time.Time
}

// Statement is a bank whose books can be read.
type Statement interface {
	// Lines returns the movements with the given references. Unknown references are left out.
	Lines(ctx context.Context, references []string) ([]Line, error)
	// Since returns at most n movements that were booked or changed no earlier than at, including those not reported yet, with
	// references greater than after, in order of reference.
	Since(ctx context.Context, at time.Time, after string, n int) ([]Line, error)
}

var _ Statement = (*Sandbox)(nil)

// movements are the incoming payments, the successful payouts and refunds, and their returns.
const movements = `(
	SELECT reference, CASE WHEN reversed_at IS NULL THEN amount - taken_back ELSE 0 END AS amount, changed_at AS at FROM sandbox_bank.incoming
	UNION ALL
	SELECT reference, -amount, created_at FROM sandbox_bank.transfer WHERE state = 'succeeded'
	UNION ALL
	SELECT '` + returnPrefix + `' || reference, amount - return_fee, returned_at FROM sandbox_bank.transfer WHERE returned_at IS NOT NULL) m`

// Lines returns the movements with the given references.
func (s *Sandbox) Lines(ctx context.Context, references []string) ([]Line, error) {
	return s.lines(ctx, `SELECT reference, amount, at FROM `+movements+` WHERE reference = ANY($1)`, references)
}

// Since returns the movements that were booked or changed no earlier than at.
func (s *Sandbox) Since(ctx context.Context, at time.Time, after string, n int) ([]Line, error) {
	return s.lines(ctx, `
		SELECT reference, amount, at FROM `+movements+` WHERE at >= $1 AND reference > $2 ORDER BY reference LIMIT $3`, at, after, n)
}

func (s *Sandbox) lines(ctx context.Context, sql string, args ...any) ([]Line, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("payment: sandbox: %w", err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Line])
	if err != nil {
		return nil, fmt.Errorf("payment: sandbox: %w", err)
	}
	return lines, nil
}
