package chat_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
)

// The value was made with `printf %s borrower-1 | openssl dgst -sha256 -hmac inbox-key`, as Chatwoot's manual shows.
func TestTheHashIsTheWidgetsOwn(t *testing.T) {
	t.Parallel()
	w := chat.Widget{BaseURL: "https://chat.example", Key: []byte("inbox-key")}
	require.Equal(t, chat.Identity{Identifier: "borrower-1", Hash: "06436ea373dc9ca6e8a1382f473d01f40a0bbe0237ea24c62ddc578d54bc5bd8"}, w.Identify("borrower-1"))
	require.Empty(t, chat.Widget{}.Identify("borrower-1").Hash, "without a key nothing is vouched for")
	require.True(t, w.Enabled("inbox"))
	require.False(t, w.Enabled(""), "a product without an inbox has no chat")
	require.False(t, chat.Widget{}.Enabled("inbox"))
}
