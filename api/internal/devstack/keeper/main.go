package keeper

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
)

// idle is how long a server without users is kept: compiling the next test package takes a while.
const idle = 20 * time.Second

// Server is what a keeper holds.
type Server interface {
	Done() <-chan struct{}
	Stop()
}

// Main does nothing, unless this process was started as the keeper of the named server: then it starts the
// server in dir, publishes state for the users, and exits the process when the server is needed no more.
// Call it from an init function; nothing else in the process then runs.
func Main(name string, start func(dir string) (server Server, state any, err error)) {
	if os.Getenv(variable) != name {
		return
	}
	dir := os.Getenv(variable + "_DIR")
	// The server must not inherit it: the user reads to the end of the pipe.
	syscall.CloseOnExec(3)
	word := os.NewFile(3, "word")
	server, err := begin(dir, start)
	if err != nil {
		fmt.Fprint(word, err)
		os.Exit(1)
	}
	fmt.Fprint(word, "ready")
	word.Close()
	hold(dir, server, idle)
	os.Exit(0)
}

// begin takes the keeper's lock, starts the server and publishes its state.
func begin(dir string, start func(dir string) (Server, any, error)) (Server, error) {
	own, err := flock.Take(filepath.Join(dir, "keeper.lock"), syscall.LOCK_EX)
	if err != nil {
		return nil, err
	}
	held = append(held, own)
	server, state, err := start(dir)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(state)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "keeper.pid"), fmt.Append(nil, os.Getpid()), 0o644)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, stateFile), text, 0o600)
	}
	if err != nil {
		server.Stop()
		return nil, err
	}
	return server, nil
}

// hold returns when the server has been stopped: for want of users, by a signal, or by itself.
func hold(dir string, server Server, idle time.Duration) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	signal.Ignore(syscall.SIGHUP)
	defer server.Stop()
	// Gone before the server, so that whoever comes now starts another one instead of meeting its end.
	defer os.Remove(filepath.Join(dir, stateFile))
	defer os.Remove(filepath.Join(dir, "keeper.pid"))
	for {
		select {
		case <-unused(dir):
		case <-signals:
			return
		case <-server.Done():
			return
		}
		timer := time.NewTimer(idle)
		select {
		case <-timer.C:
		case <-signals:
			return
		case <-server.Done():
			return
		}
		// From here on a new user waits until this server is gone, and then starts the next.
		start, err := flock.Take(filepath.Join(dir, startLock), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != nil {
			continue
		}
		users, err := flock.Take(filepath.Join(dir, usersLock), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			held = append(held, start, users)
			return
		}
		start.Close()
	}
}

// unused is closed when no process uses the server.
func unused(dir string) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		// Without the lock file there are no users either.
		if file, err := flock.Take(filepath.Join(dir, usersLock), syscall.LOCK_EX); err == nil {
			file.Close()
		}
	}()
	return done
}
