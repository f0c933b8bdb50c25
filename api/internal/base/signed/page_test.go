package signed_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

func TestPagesAreRecognised(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		"": false, `{"status":"ok"}`: false, "ok": false, "<sms><id>1</id></sms>": false, "<htm": false,
		"<!DOCTYPE html><title>Log in</title>": true, "\ufeff\r\n <HTML lang=vi>": true, "<html>" + strings.Repeat("x", 1<<16): true,
	} {
		require.Equal(t, want, signed.IsPage([]byte(body)), "%.20s", body)
	}
}
