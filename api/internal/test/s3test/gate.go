package s3test

import (
	"io"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Gate is a proxy in front of the object store. While shut, it accepts requests and forwards none, like a store that hangs.
type Gate struct {
	// Endpoint is host:port, to use instead of the store's own.
	Endpoint string

	store string
	mu    sync.Mutex
	open  chan struct{} // closed while requests may pass
	held  int
	lines []net.Conn
	end   bool
}

// Gate creates an open gate in front of the store; it is removed when the test ends.
func (s Store) Gate(t testing.TB) *Gate {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	g := &Gate{Endpoint: listener.Addr().String(), store: s.Endpoint, open: make(chan struct{})}
	close(g.open)
	var running sync.WaitGroup
	running.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { g.pass(client) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		g.close()
		running.Wait()
	})
	return g
}

// Shut forwards nothing from now on.
func (g *Gate) Shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = make(chan struct{})
}

// Open forwards everything, including requests that have waited.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.open)
}

// Held returns how many requests wait at the gate.
func (g *Gate) Held() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.held
}

// pass forwards one connection to the store and back.
func (g *Gate) pass(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", g.store)
	if err != nil || !g.keep(client, server) {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(client, server)
		_ = client.Close()
	}()
	piece := make([]byte, 32<<10)
	for {
		n, err := client.Read(piece)
		if err != nil {
			return
		}
		g.await()
		if _, err := server.Write(piece[:n]); err != nil {
			return
		}
	}
}

func (g *Gate) keep(lines ...net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lines = append(g.lines, lines...)
	return !g.end
}

func (g *Gate) await() {
	g.mu.Lock()
	open := g.open
	g.held++
	g.mu.Unlock()
	<-open
	g.mu.Lock()
	g.held--
	g.mu.Unlock()
}

func (g *Gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.end = true
	select {
	case <-g.open:
	default:
		close(g.open)
	}
	for _, line := range g.lines {
		_ = line.Close()
	}
}
