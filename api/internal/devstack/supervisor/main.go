package supervisor

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

// idleTime is how long a server without users is kept: compiling the next test package takes a while.
const idleTime = 20 * time.Second

// Server is the server that a keeper runs.
type Server interface {
	Done() <-chan struct{}
	Stop()
}

// Main does nothing unless this process was started as the keeper of the named server. Then it starts the server in dir,
// publishes state for the users, and exits the process when the server is no longer needed. Call it from an init function, so
// that nothing else in the process runs.
func Main(name string, start func(dir string) (server Server, state any, err error)) {
	if os.Getenv(variable) != name {
		return
	}
	dir := os.Getenv(variable + "_DIR")
	// The server must not inherit the pipe: the user reads until all of its writers have closed it.
	syscall.CloseOnExec(3)
	word := os.NewFile(3, "word")
	end, hurry := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM, syscall.SIGINT)
	signal.Notify(hurry, syscall.SIGUSR1)
	signal.Ignore(syscall.SIGHUP)
	server, err := begin(dir, start)
	if err != nil {
		fmt.Fprint(word, err)
		os.Exit(1)
	}
	fmt.Fprint(word, "ready")
	word.Close()
	hold(dir, server, end, hurry)
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

// hold returns when the server has been stopped: because it has no users, by a signal on end, or because it ended. A signal on
// hurry means that no further user will come, so the idle time is skipped.
func hold(dir string, server Server, end, hurry <-chan os.Signal) {
	defer server.Stop()
	// The files are removed before the server stops, so that a new user starts another server instead of using this one.
	defer os.Remove(filepath.Join(dir, stateFile))
	defer os.Remove(filepath.Join(dir, "keeper.pid"))
	free := unused(dir)
	idle := idleTime
	var late <-chan time.Time
	for {
		select {
		case <-end:
			return
		case <-server.Done():
			return
		case <-hurry:
			idle = 0
			if late != nil {
				late = time.After(idle)
			}
			continue
		case <-free:
			free, late = nil, time.After(idle)
			continue
		case <-late:
		}
		if retire(dir) {
			return
		}
		free, late = unused(dir), nil
	}
}

// retire reports whether there is still no user. If so it keeps the locks, so that new users wait until this process is gone
// and then start the next server.
func retire(dir string) bool {
	start, err := flock.Take(filepath.Join(dir, startLock), syscall.LOCK_EX|syscall.LOCK_NB)
	if err != nil {
		return false
	}
	users, err := flock.Take(filepath.Join(dir, usersLock), syscall.LOCK_EX|syscall.LOCK_NB)
	if err != nil {
		start.Close()
		return false
	}
	held = append(held, start, users)
	return true
}

// unused returns a channel that is closed when no process uses the server.
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
