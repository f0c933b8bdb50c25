package server

import (
	"errors"
	"net"
	"syscall"
	"time"

	"github.com/rs/zerolog"
)

// acceptPause is the wait after a connection that could not be accepted for lack of resources.
const acceptPause = 50 * time.Millisecond

// waitingListener waits while the process or the machine has no room for another connection. Otherwise the server would end, and with
// it every running request, because somebody opens many connections.
type waitingListener struct {
	net.Listener

	log zerolog.Logger
	// stopped is closed when the server stops.
	stopped <-chan struct{}
}

// Accept returns the next connection. It returns none once the server stops: if that is before the listener is served, nobody closes it.
func (l waitingListener) Accept() (net.Conn, error) {
	select {
	case <-l.stopped:
		return nil, net.ErrClosed
	default:
	}
	for waiting := false; ; waiting = true {
		conn, err := l.Listener.Accept()
		if !scarce(err) {
			return conn, err
		}
		if !waiting {
			l.log.Error().Err(err).Msg("no connection can be accepted: waiting until there is room")
		}
		select {
		case <-l.stopped:
			return nil, net.ErrClosed
		case <-time.After(acceptPause):
		}
	}
}

// scarce reports whether a resource is used up that others give back: descriptors of the process or the machine, or memory of the
// system.
func scarce(err error) bool {
	for _, lack := range []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM} {
		if errors.Is(err, lack) {
			return true
		}
	}
	return false
}
