package account

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A section whose statement is wrong names itself here rather than as a call that fails.
func TestEverySectionOfTheCopyCanBeRead(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for i, queue := range exportSources {
		b := &pgx.Batch{}
		sections := queue(b, uuid.New())
		require.NotEmpty(t, sections)
		require.NoError(t, pool.SendBatch(t.Context(), b).Close(), "section list %d, beginning with %s", i, sections[0].Name)
		for _, s := range sections {
			require.NotNil(t, s.Records, s.Name)
		}
	}
}
