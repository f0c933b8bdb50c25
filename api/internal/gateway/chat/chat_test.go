package chat_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
)

// The hash was computed with `printf %s <identifier> | openssl dgst -sha256 -hmac inbox-key`, as in Chatwoot's manual.
func TestIdentifyComputesTheHashOfTheWidget(t *testing.T) {
	t.Parallel()
	w := chat.Widget{BaseURL: "https://chat.example", Key: []byte("inbox-key")}
	who := chat.Borrower{Member: uuid.MustParse("0198c1de-0000-7000-8000-000000000001"), Device: uuid.MustParse("0198c1de-0000-7000-8000-000000000002")}
	require.Equal(t, chat.Identity{
		Identifier: "0198c1de-0000-7000-8000-000000000001.0198c1de-0000-7000-8000-000000000002",
		Hash:       "50b6747e30efb51fe5d99f28340a0d02420424dbb03c17bcb3be41d557094e5f",
	}, w.Identify(who))
	require.Empty(t, chat.Widget{}.Identify(who).Hash, "without a key there is no hash")
	who.Identity = "proved"
	require.Equal(t, chat.Identity{
		Identifier: "0198c1de-0000-7000-8000-000000000001.proved",
		Hash:       "87bb5129a5eec2aadf0872776d3ea0ccb1550ec72d092d984cddf33724632651",
	}, w.Identify(who))
	require.True(t, w.Enabled("inbox"))
	require.False(t, w.Enabled(""), "a product without an inbox has no chat")
	require.False(t, chat.Widget{}.Enabled("inbox"))
}
