package server

import (
	"io"
	"net"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
)

func TestConnectionsLeaveDescriptorsForTheRest(t *testing.T) {
	t.Parallel()
	for descriptors, want := range map[uint64]int{64: 32, 256: 128, 1024: 896, 1 << 20: 256 * 1024, 1 << 63: 256 * 1024} {
		require.Equal(t, want, maxConnections(descriptors), "%d descriptors", descriptors)
	}
}

// A connection beyond the limit is closed at once.
func TestConnectionBeyondTheLimitIsRefused(t *testing.T) {
	t.Parallel()
	s := newServer(t, Config{}, Deps{}, zerolog.Nop())
	server := s.App.Server()
	require.Equal(t, maxConnections(descriptors()), server.Concurrency)
	server.Concurrency = 2
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	connect := func(request string) (conn net.Conn, status string) {
		conn, err := net.Dial("tcp", listener.Addr().String())
		require.NoError(t, err)
		require.NoError(t, conn.SetDeadline(time.Now().Add(10*time.Second)))
		_, err = io.WriteString(conn, request)
		require.NoError(t, err)
		line := make([]byte, len("HTTP/1.1 200"))
		_, err = io.ReadFull(conn, line)
		require.NoError(t, err)
		return conn, string(line)
	}
	for range 2 {
		conn, status := connect("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
		defer conn.Close()
		require.Equal(t, "HTTP/1.1 200", status)
	}
	refused, status := connect("")
	defer refused.Close()
	require.Equal(t, "HTTP/1.1 503", status)
	_, err = io.ReadAll(refused)
	require.NoError(t, err, "it is closed")
	require.NoError(t, s.Shutdown(t.Context()))
	require.NoError(t, <-served)
}
