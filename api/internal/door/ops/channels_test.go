package ops_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
)

func TestChannelIsSavedListedAndDisabled(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	token := save(t, "EAAB-platform-token\n")
	require.Equal(t, "Channel fb-1 is enabled\n", d.run(t, "channel", "save", "fb-1", "--platform=meta", "--pixel-id=123", "--require-same",
		"--platform-id-limit=20005", "--reported-score-range=600-850", "--token-file="+token, "--name=Feed"))
	require.Equal(t, []string{"fb-1", "yes", "meta", "123", "yes", "yes", "20005", "600-850"}, row(t, d.run(t, "channel", "list"), "fb-1")[:8])
	require.NotContains(t, d.run(t, "channel", "list"), "EAAB", "the platform's token is never shown")

	ring := d.Keepers.Keyring
	kept, err := channel.Token(t.Context(), d.Pool, ring, "fb-1")
	require.NoError(t, err)
	require.Equal(t, "EAAB-platform-token", kept)
	d.run(t, "channel", "save", "fb-1", "--platform=meta", "--pixel-id=124")
	kept, err = channel.Token(t.Context(), d.Pool, ring, "fb-1")
	require.NoError(t, err)
	require.Equal(t, "EAAB-platform-token", kept, "saving without a token keeps it")
	require.Equal(t, 2, d.logged(t, "channel.save"))

	require.Contains(t, d.refused(t, "channel", "save", "bad code"), "code")
	require.Contains(t, d.refused(t, "channel", "save", "x", "--reported-score-range=850-600"), "850-600")
	require.Contains(t, d.refused(t, "channel", "save", "x", "--pixel-id=1"), "platform")

	require.Equal(t, "Channel fb-1 is disabled\n", d.run(t, "channel", "disable", "fb-1"))
	require.Equal(t, "no", row(t, d.run(t, "channel", "list"), "fb-1")[1])
	require.NotEmpty(t, d.refused(t, "channel", "disable", "none"))
}
