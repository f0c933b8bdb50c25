package supervisor

import (
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// released releases the locks of hold for the next test; a real keeper holds them until its process ends.
func released(t *testing.T) {
	t.Helper()
	for _, file := range held {
		_ = file.Close()
	}
	held = nil
}

func TestUnusedServerIsKeptForIdleTime(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		defer released(t)
		began := time.Now()
		hold(dir, fake{done: make(chan struct{})}, nil, nil)
		require.Equal(t, idleTime, time.Since(began))
	})
}

func TestSignalEndsIdleTimeEarly(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		defer released(t)
		hurry := make(chan os.Signal, 1)
		time.AfterFunc(5*time.Second, func() { hurry <- syscall.SIGUSR1 })
		began := time.Now()
		hold(dir, fake{done: make(chan struct{})}, nil, hurry)
		require.Equal(t, 5*time.Second, time.Since(began))
	})
}

func TestHoldEndsWithItsServer(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		defer released(t)
		dead := fake{done: make(chan struct{})}
		time.AfterFunc(time.Second, func() { close(dead.done) })
		began := time.Now()
		hold(dir, dead, nil, nil)
		require.Equal(t, time.Second, time.Since(began))
	})
}
