package picture

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

func TestSenderOccupiesOnlyOnePlace(t *testing.T) {
	t.Parallel()
	p := newPlaces(4)
	leave, err := p.enter(t.Context(), "mallory", 1)
	require.NoError(t, err)
	late, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = p.enter(late, "mallory", 1)
	require.Equal(t, reason.SystemBusy, reason.Of(err))
	other, err := p.enter(t.Context(), "lan", 1)
	require.NoError(t, err, "another sender must not be blocked")
	other()
	leave()
	leave, err = p.enter(t.Context(), "mallory", 2*maxMemory)
	require.NoError(t, err)
	leave()
	require.Empty(t, p.senders)
}

// At most half of the processors decode pictures (one on a single processor), so that the others stay free for requests.
func TestHalfOfTheProcessorsDecodePictures(t *testing.T) {
	t.Parallel()
	for processors, want := range map[int]int{1: 1, 2: 1, 3: 1, 4: 2, 16: 8} {
		p := newPlaces(processors)
		for n := range want {
			_, err := p.enter(t.Context(), fmt.Sprint(n), 1)
			require.NoError(t, err)
		}
		late, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		_, err := p.enter(late, "one more", 1)
		cancel()
		require.Equal(t, reason.SystemBusy, reason.Of(err), "%d processors", processors)
	}
}
