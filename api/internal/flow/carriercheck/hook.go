package carriercheck

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
)

// HandleReport applies a report of a carrier service, once per report. A repeated report does nothing, and neither does
// one that the session already reflects. A report that contradicts a final state is refused, and its id can be used
// again. An id that is reused for another report returns IdempotencyConflict.
func (c *Check) HandleReport(ctx context.Context, r Report) error {
	seen, err := carriers.ByID(r.SessionID).Read(ctx, c.pool)
	if err != nil {
		return err
	}
	if seen == nil {
		return reason.New(reason.NoData)
	}
	err = postgres.InTx(ctx, c.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		delivery, err := idempotency.QueueEvent(b, "carrier:"+r.Service, r.ID, r, clock.Wall{}.Now())
		if err != nil {
			return err
		}
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		if fresh, err := delivery.Fresh(ctx, tx); err != nil || !fresh {
			return err
		}
		m, moves := Step(*seen, r.Answer, c.clock.Now())
		if !moves {
			return contradiction(*seen, m)
		}
		b = &pgx.Batch{}
		if _, err := queueMove(b, m); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
	if errors.Is(err, carriers.ErrState) {
		// The borrower's own step was faster. The service will send the report again.
		return reason.New(reason.StateChanged)
	}
	return err
}

// contradiction refuses a final outcome that contradicts another one.
func contradiction(s carriers.Session, m carriers.Move) error {
	against := s.State == carriers.Succeeded && m.Event == carriers.Refused || s.State == carriers.Failed && m.Event == carriers.Confirmed
	if against {
		return reason.New(reason.StateChanged)
	}
	return nil
}
