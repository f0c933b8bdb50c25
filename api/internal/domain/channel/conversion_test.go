package channel_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
)

// The page on advertising says that a platform learns only a hash and not the member's id. The browser computes the same id for a
// registration (mobile/src/lib/ads/registration.test.ts).
func TestEventIDDoesNotRevealTheMemberID(t *testing.T) {
	t.Parallel()
	member := uuid.MustParse("019b1c3a-8c1e-7d52-9d2e-0c7a3f1f5b11")
	name := channel.EventID(channel.Registration, member)
	require.Equal(t, "7eecab8b1d8397a4364d23bf81c8b0b1", name)
	require.NotEqual(t, name, channel.EventID(channel.Payout, member))
}
