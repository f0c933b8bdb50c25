package s3test

import (
	"net"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
)

// Vacant returns an address (host:port) on which no object store listens.
func Vacant(t testing.TB) string {
	t.Helper()
	number, err := port.Free()
	require.NoError(t, err)
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(number))
}
