package chat_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
	"github.com/loanmarket/loanmarket/api/internal/test/partnertest"
)

func TestTroubleOnTheWayDoesNotCountAsForgotten(t *testing.T) {
	t.Parallel()
	for _, lines := range []map[string]string{partnertest.Unsent(t), partnertest.Uncertain(t)} {
		for name, url := range lines {
			require.Error(t, chat.NewChatwoot(url, "1", "t").Forget(t.Context(), uuid.New()), name)
		}
	}
}
