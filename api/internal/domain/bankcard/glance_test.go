package bankcard_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
)

func TestGlances(t *testing.T) {
	t.Parallel()
	one, two := bankcard.Glance{ID: uuid.New(), Status: 1}, bankcard.Glance{ID: uuid.New(), Status: 0}
	all := bankcard.Glances{one, two}
	require.Equal(t, two, *all.Find(two.ID))
	require.Nil(t, all.Find(uuid.New()))
	require.True(t, all.AnyActive())
	require.False(t, bankcard.Glances{two}.AnyActive())
}

func TestGlancesOfSomebodyWithoutCards(t *testing.T) {
	t.Parallel()
	b := &pgx.Batch{}
	all := bankcard.QueueGlances(b, uuid.New())
	require.NoError(t, postgrestest.Tx(t).SendBatch(context.Background(), b).Close())
	require.Empty(t, *all)
}
