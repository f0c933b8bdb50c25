package signed_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

func TestAddressRequiresHTTPSExceptLoopback(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"https://lender.example/decide", "http://127.0.0.1:9000", "http://[::1]:9000/x", "http://localhost:9000"} {
		require.NoError(t, signed.Address(good), good)
	}
	for _, bad := range []string{
		"", "lender.example", "http://lender.example", "http://10.0.0.7", "http://127.0.0.1.lender.example", "http://localhost.example",
		"ftp://127.0.0.1", "https://", "file:///etc/passwd", "http://127.0.0.1@lender.example", "https://lender.example:port", "https://[::1",
	} {
		require.ErrorIs(t, signed.Address(bad), signed.ErrPlaintext, bad)
	}
}
