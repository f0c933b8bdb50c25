package server

import (
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/logtest"
)

// fullListener is a listener of a process that has no descriptors left for a while.
type fullListener struct {
	net.Listener

	errs []error
}

func (l *fullListener) Accept() (net.Conn, error) {
	if len(l.errs) == 0 {
		return l.Listener.Accept()
	}
	err := l.errs[0]
	l.errs = l.errs[1:]
	return nil, &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", err)}
}

func TestServerOutlivesALackOfDescriptors(t *testing.T) {
	t.Parallel()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var log logtest.Buffer
	s := newServer(t, Config{}, Deps{}, zerolog.New(&log))
	served := make(chan error, 1)
	go func() {
		served <- s.Serve(&fullListener{Listener: inner, errs: []error{syscall.EMFILE, syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS}})
	}()
	conn, err := net.Dial("tcp", inner.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.SetDeadline(time.Now().Add(10*time.Second)), "without the wait nobody answers")
	_, err = conn.Write([]byte("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
	require.NoError(t, err)
	answer := make([]byte, 15)
	_, err = conn.Read(answer)
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1 200 OK", string(answer))
	require.NoError(t, s.Shutdown(t.Context()))
	require.NoError(t, <-served)
	require.Equal(t, 1, strings.Count(log.String(), "no connection can be accepted"), "a flood must not flood the log")
}

func TestServerStopsWithoutDescriptors(t *testing.T) {
	t.Parallel()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer inner.Close()
	stopped := make(chan struct{})
	close(stopped)
	_, err = waitingListener{Listener: &fullListener{Listener: inner, errs: []error{syscall.EMFILE}}, log: zerolog.Nop(), stopped: stopped}.Accept()
	require.ErrorIs(t, err, net.ErrClosed)
}

// A process that is stopped while it starts must end, and not serve with closed database connections.
func TestServeEndsIfTheServerWasStoppedBefore(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := newServer(t, Config{}, Deps{}, zerolog.Nop())
	require.NoError(t, s.Shutdown(t.Context()))
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	select {
	case err := <-served:
		require.NoError(t, err)
	case <-time.After(10 * time.Second):
		require.NoError(t, listener.Close())
		require.Fail(t, "the stopped server serves")
	}
}
