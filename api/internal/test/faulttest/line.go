// Package faulttest puts a proxy between the product and each of its dependencies: PostgreSQL, the object store, the bank, the
// lender, the SMS provider, the mobile operators, the advertising platforms, the vendor of face checks. Each connection can be
// made to fail with every kind of network fault.
package faulttest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
)

// Line is a connection to a server that can be broken.
type Line struct {
	// Address is host:port, to use instead of the server's own.
	Address string

	proxy    *toxiproxy.Proxy
	halfOpen *halfOpen

	mu     sync.Mutex
	broken []string // names of the toxics
}

// Open opens a line to a server's host:port; it is closed when the test ends.
func Open(t testing.TB, server string) *Line {
	t.Helper()
	host := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	proxy := toxiproxy.NewProxy(host, server, "127.0.0.1:0", server)
	placed, err := add(proxy, toxic{Name: halfOpenName, Type: halfOpenName, Stream: down})
	require.NoError(t, err)
	require.NoError(t, proxy.Start())
	t.Cleanup(proxy.Stop)
	return &Line{Address: proxy.Listen, proxy: proxy, halfOpen: placed}
}

func add(proxy *toxiproxy.Proxy, toxic toxic) (*halfOpen, error) {
	raw, err := json.Marshal(toxic)
	if err != nil {
		return nil, err
	}
	added, err := proxy.Toxics.AddToxicJson(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("faulttest: %s: %w", toxic.Type, err)
	}
	placed, _ := added.Toxic.(*halfOpen)
	return placed, nil
}

// Break makes the line fail, including open connections, until it is restored. If the line is already broken, the faults are
// combined.
func (l *Line) Break(kind Kind) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if kind == HalfOpen {
		l.halfOpen.on.Store(true)
		return nil
	}
	for _, toxic := range kind.toxics() {
		if _, err := add(l.proxy, toxic); err != nil {
			return err
		}
		l.broken = append(l.broken, toxic.Name)
	}
	return nil
}

// Restore ends every fault. New connections work; what happens to the old ones depends on the fault.
func (l *Line) Restore() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.halfOpen.on.Load() {
		l.halfOpen.ended.Add(1)
		l.halfOpen.on.Store(false)
	}
	var failed []error
	for _, name := range l.broken {
		failed = append(failed, l.proxy.Toxics.RemoveToxic(context.Background(), name))
	}
	l.broken = nil
	return errors.Join(failed...)
}
