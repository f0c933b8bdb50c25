package picture

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

func TestOneSenderTakesOnePlace(t *testing.T) {
	t.Parallel()
	p := newPlaces()
	leave, err := p.enter(t.Context(), "mallory", 1)
	require.NoError(t, err)
	late, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = p.enter(late, "mallory", 1)
	require.Equal(t, reason.SystemBusy, reason.Of(err))
	other, err := p.enter(t.Context(), "lan", 1)
	require.NoError(t, err, "somebody else goes on")
	other()
	leave()
	leave, err = p.enter(t.Context(), "mallory", 2*maxMemory)
	require.NoError(t, err)
	leave()
	require.Empty(t, p.senders)
}
