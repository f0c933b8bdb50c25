package loan

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// QueueRunning reads paid-out orders as a part of a batch. Orders that were never paid out are not in the map, which is
// filled when the batch is closed.
func QueueRunning(b *pgx.Batch, orders ...uuid.UUID) map[uuid.UUID]Running {
	into := make(map[uuid.UUID]Running, len(orders))
	b.Queue(runningOf+`o.id = ANY($1)`, orders).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			r, err := running(rows)
			if err != nil {
				return err
			}
			into[r.Order.ID] = r
		}
		return rows.Err()
	})
	return into
}

// QueueLockRunning holds the rows of order and loan, in this order, until the transaction ends. What is read after it in
// the batch is what the last holder of the lock has written.
func QueueLockRunning(b *pgx.Batch, order uuid.UUID) {
	b.Queue(`SELECT FROM loan_order o JOIN loan l ON l.order_id = o.id WHERE o.id = $1 FOR NO KEY UPDATE OF o, l`, order)
}

// DueInstalment is a loan that is not settled, as a look for due dates finds it.
type DueInstalment struct {
	OrderID  uuid.UUID
	MemberID uuid.UUID
	DueDate  money.Date
}

// DueBefore lists the loans of a region that are not settled and fall due on a day or later, by due date and id, the
// latest first: at most n of those before a due date and id.
func DueBefore(ctx context.Context, db postgres.DB, region string, from, dueDate money.Date, order uuid.UUID, n int) ([]DueInstalment, error) {
	rows, err := db.Query(ctx, `
		SELECT l.order_id, l.member_id, l.due_date FROM loan l JOIN loan_order o ON o.id = l.order_id
		WHERE l.settled_on IS NULL AND o.region = $1 AND l.due_date >= $2 AND (l.due_date, l.order_id) < ($3::date, $4::uuid)
		ORDER BY l.due_date DESC, l.order_id DESC LIMIT $5`, region, from, dueDate, order, n)
	if err != nil {
		return nil, fmt.Errorf("loan: due: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[DueInstalment])
	if err != nil {
		return nil, fmt.Errorf("loan: due: %w", postgres.Reason(err))
	}
	return all, nil
}

// AllIDs lists every loan there ever was, in the order of their ids after one, at most n.
func AllIDs(ctx context.Context, db postgres.DB, after uuid.UUID, n int) ([]uuid.UUID, error) {
	return ids(ctx, db, `SELECT order_id FROM loan WHERE order_id > $1 ORDER BY order_id LIMIT $2`, after, n)
}

func ids(ctx context.Context, db postgres.DB, sql string, args ...any) ([]uuid.UUID, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("loan: list: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("loan: list: %w", postgres.Reason(err))
	}
	return all, nil
}

// Numbers gives the numbers that borrowers know orders by.
func Numbers(ctx context.Context, db postgres.DB, orders []uuid.UUID) (map[uuid.UUID]string, error) {
	rows, err := db.Query(ctx, `SELECT id, order_no FROM loan_order WHERE id = ANY($1)`, orders)
	if err != nil {
		return nil, fmt.Errorf("loan: numbers: %w", postgres.Reason(err))
	}
	numbers := make(map[uuid.UUID]string, len(orders))
	var id uuid.UUID
	var number string
	_, err = pgx.ForEachRow(rows, []any{&id, &number}, func() error { numbers[id] = number; return nil })
	if err != nil {
		return nil, fmt.Errorf("loan: numbers: %w", postgres.Reason(err))
	}
	return numbers, nil
}
