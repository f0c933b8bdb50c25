package port_test

import (
	"net"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
)

func TestFreePortCanBeListenedOn(t *testing.T) {
	number, err := port.Free()
	require.NoError(t, err)
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(number)))
	require.NoError(t, err)
	require.NoError(t, listener.Close())
}

// A listener that asks for any port, or an outgoing connection, must not take the port before it is used.
func TestFreePortIsNotGivenToOthers(t *testing.T) {
	for range 200 {
		number, err := port.Free()
		require.NoError(t, err)
		require.Less(t, number, 32_768)
		again, err := port.Free()
		require.NoError(t, err)
		require.NotEqual(t, number, again)
	}
}

func TestAgainKeepsFreePort(t *testing.T) {
	number, err := port.Free()
	require.NoError(t, err)
	again, err := port.Again(number)
	require.NoError(t, err)
	require.Equal(t, number, again)
}

func TestAgainReplacesTakenPort(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	taken := listener.Addr().(*net.TCPAddr).Port
	other, err := port.Again(taken)
	require.NoError(t, err)
	require.NotEqual(t, taken, other)
}

func TestAgainReplacesReservedPort(t *testing.T) {
	promised, err := port.Free()
	require.NoError(t, err)
	other, err := port.Again(promised, promised)
	require.NoError(t, err)
	require.NotEqual(t, promised, other)
}
