package pay

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
)

// Accrue posts what every running loan has been charged up to today. No figure depends on it: every event posts the
// accrual itself, and what is due is worked out on read.
func (f *Flow) Accrue(ctx context.Context) error {
	orders, err := loan.RunningIDs(ctx, f.pool)
	if err != nil {
		return err
	}
	var failed []error
	for _, order := range orders {
		if err := f.AccrueOne(ctx, order); err != nil {
			failed = append(failed, fmt.Errorf("order %s: %w", order, err))
		}
	}
	return errors.Join(failed...)
}

// AccrueOne is Accrue for one loan.
func (f *Flow) AccrueOne(ctx context.Context, order uuid.UUID) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		b := &pgx.Batch{}
		reading := books.QueueLocked(b, order, nil)
		if err := send(ctx, tx, b); err != nil {
			return err
		}
		facts, err := reading.Of(order)
		if err != nil {
			return err
		}
		b = &pgx.Batch{}
		key := "accrual:" + order.String() + ":" + now.today.String()
		if err := books.NewWriter(b, facts, now.today, now.at).Accrue(key); err != nil {
			return err
		}
		return send(ctx, tx, b)
	})
}
