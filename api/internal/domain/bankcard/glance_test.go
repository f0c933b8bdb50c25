package bankcard_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestGlances(t *testing.T) {
	t.Parallel()
	one, two := bankcard.Summary{ID: uuid.New(), Status: 1}, bankcard.Summary{ID: uuid.New(), Status: 0}
	all := bankcard.Summaries{one, two}
	require.Equal(t, two, *all.Find(two.ID))
	require.Nil(t, all.Find(uuid.New()))
	require.True(t, all.AnyActive())
	require.False(t, bankcard.Summaries{two}.AnyActive())
}

func TestGlancesOfSomebodyWithoutCards(t *testing.T) {
	t.Parallel()
	b := &pgx.Batch{}
	all := bankcard.QueueSummaries(b, uuid.New())
	require.NoError(t, postgrestest.Tx(t).SendBatch(context.Background(), b).Close())
	require.Empty(t, *all)
}
