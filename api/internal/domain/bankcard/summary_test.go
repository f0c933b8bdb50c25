package bankcard_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestSummaries(t *testing.T) {
	t.Parallel()
	one, two := bankcard.Summary{ID: uuid.New(), Status: 1}, bankcard.Summary{ID: uuid.New(), Status: 0}
	all := bankcard.Summaries{one, two}
	require.Equal(t, two, *all.Find(two.ID))
	require.Nil(t, all.Find(uuid.New()))
	require.True(t, all.AnyActive())
	require.False(t, bankcard.Summaries{two}.AnyActive())
}

func TestSummariesWithoutCards(t *testing.T) {
	t.Parallel()
	all, err := bankcard.OfMember(uuid.New()).Read(t.Context(), postgrestest.Tx(t))
	require.NoError(t, err)
	require.Empty(t, all)
}
