package flowtest

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Accrue posts what a loan has been charged up to a business date, as the nightly accrual would. at is an instant of that date.
func Accrue(t T, pool *pgxpool.Pool, order uuid.UUID, today money.Date, at time.Time) {
	require.NoError(t, postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		facts, err := servicing.LockFacts(order, clock.Fixed(at)).Read(ctx, tx)
		if err != nil {
			return err
		}
		posting, some := servicing.Accrual(facts.Posted, today, facts.Now)
		if !some {
			return nil
		}
		return ledger.Post(ctx, tx, posting)
	}))
}
