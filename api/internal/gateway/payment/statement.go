package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Line is one movement in a bank's books.
type Line struct {
	Reference string
	// Amount is what moved, in minor units: positive for money that came in, without what was taken back of it, negative
	// for money that went out.
	Amount int64
	// At is the wall time at which the bank booked it, or changed it last. It tells of it afterwards.
	At time.Time
}

// Statement is a bank that lets its books be read.
type Statement interface {
	// Lines gives the movements of some references. Those that the bank does not have are left out.
	Lines(ctx context.Context, references []string) ([]Line, error)
	// Since lists what was booked or changed at an instant or later, also what nobody has been told of yet: at most n in
	// the order of their references, after one.
	Since(ctx context.Context, at time.Time, after string, n int) ([]Line, error)
}

var _ Statement = (*Sandbox)(nil)

// movements are what came in, the payouts and refunds that succeeded, and what came back of those.
const movements = `(
	SELECT reference, CASE WHEN reversed_at IS NULL THEN amount - taken_back ELSE 0 END AS amount, changed_at AS at FROM sandbox_bank.incoming
	UNION ALL
	SELECT reference, -amount, created_at FROM sandbox_bank.transfer WHERE state = 'succeeded'
	UNION ALL
	SELECT '` + returnPrefix + `' || reference, amount - return_fee, returned_at FROM sandbox_bank.transfer WHERE returned_at IS NOT NULL) m`

// Lines gives the movements of some references.
func (s *Sandbox) Lines(ctx context.Context, references []string) ([]Line, error) {
	return s.lines(ctx, `SELECT reference, amount, at FROM `+movements+` WHERE reference = ANY($1)`, references)
}

// Since lists what was booked or changed at an instant or later.
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
