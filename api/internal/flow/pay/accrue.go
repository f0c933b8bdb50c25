package pay

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
)

// accrueBatch bounds the work of one job.
const accrueBatch = 200

// Accrue posts what running loans have been charged up to today, for the loans after an id, and gives the last id it
// came to; uuid.Nil when there are no more. No figure depends on it: every event posts the accrual itself, and what is
// due is worked out on read.
func (f *Flow) Accrue(ctx context.Context, after uuid.UUID) (last uuid.UUID, err error) {
	orders, err := loan.RunningIDs(ctx, f.pool, after, accrueBatch)
	if err != nil {
		return uuid.Nil, err
	}
	var failed []error
	for _, order := range orders {
		if err := f.AccrueOne(ctx, order); err != nil {
			failed = append(failed, fmt.Errorf("order %s: %w", order, err))
		}
		last = order
	}
	if len(orders) < accrueBatch {
		last = uuid.Nil
	}
	return last, errors.Join(failed...)
}

// AccrueJob is Accrue with the next job behind it: one a business date, however often a job that fails is tried again.
func (f *Flow) AccrueJob(ctx context.Context, a AccrueArgs) error {
	last, failed := f.Accrue(ctx, a.After)
	if last == uuid.Nil {
		return failed
	}
	next := job.Job{Args: AccrueArgs{After: last}, Unique: last.String() + " " + f.now().today.String()}
	return errors.Join(failed, job.Insert(ctx, f.pool, next))
}

// AccrueOne posts what one loan has been charged up to today.
func (f *Flow) AccrueOne(ctx context.Context, order uuid.UUID) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		facts, err := books.Lock(ctx, tx, order)
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		key := "accrual:" + order.String() + ":" + now.today.String()
		if err := books.NewWriter(b, facts, now.today, now.at).Accrue(key); err != nil {
			return err
		}
		return send(ctx, tx, b)
	})
}
