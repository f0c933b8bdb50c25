package member

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Who checks a number while another process's work holds the codes goes on with the share that was measured last.
func TestNobodyWaitsForWhoMeasuresTheShare(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &broken{})
	_, err := m.shareTooLow(t.Context())
	require.NoError(t, err)
	at.Advance(shareKept)
	holder, err := postgrestest.Owner(t, m.Pool).Begin(t.Context())
	require.NoError(t, err)
	_, err = holder.Exec(t.Context(), `LOCK TABLE sms_code IN ACCESS EXCLUSIVE MODE`)
	require.NoError(t, err)
	measured := make(chan error, 1)
	go func() {
		_, err := m.shareTooLow(t.Context())
		measured <- err
	}()
	require.Eventually(t, func() bool { return postgrestest.Blocks(t, holder) }, 10*time.Second, 5*time.Millisecond)
	_, err = m.shareTooLow(t.Context())
	require.NoError(t, err)
	require.True(t, postgrestest.Blocks(t, holder), "the first still measures")
	require.NoError(t, holder.Rollback(t.Context()))
	require.NoError(t, <-measured)
}
