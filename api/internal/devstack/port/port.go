// Package port allocates TCP ports on loopback.
package port

import (
	"errors"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"sync/atomic"
	"syscall"
)

// Free returns ports from first to last: below the ports that Linux (32768) and macOS (49152) give to outgoing connections and to
// listeners that ask for any port, which would otherwise take a port between Free and its use.
const (
	first = 20_000
	last  = 32_767
)

// next is the next port to try, counted from first. Each process starts elsewhere and tries all others before it returns a port again,
// so that two that start servers at once hardly meet.
var next atomic.Uint32

func init() { next.Store(rand.Uint32N(last - first + 1)) }

// Free returns a port that was free a moment ago.
func Free() (int, error) {
	for range last - first + 1 {
		number := first + int((next.Add(1)-1)%(last-first+1))
		err := tryListen(number)
		if err == nil {
			return number, nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) && !errors.Is(err, syscall.EACCES) {
			return 0, err
		}
	}
	return 0, errors.New("no free port on loopback")
}

func tryListen(number int) error {
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(number)))
	if err != nil {
		return err
	}
	return listener.Close()
}

// Again returns the wanted port if it is free, else another one. Reusing the port keeps bookmarks and clients of a data folder
// working. It never returns one of others, which are already assigned although nothing may be listening on them yet.
func Again(wanted int, others ...int) (int, error) {
	if wanted > 0 && !slices.Contains(others, wanted) && tryListen(wanted) == nil {
		return wanted, nil
	}
	for {
		number, err := Free()
		if err != nil || !slices.Contains(others, number) {
			return number, err
		}
	}
}
