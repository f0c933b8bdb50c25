// Package supervisor shares one server between all test processes of a clone, which `go test ./...` starts in parallel. The
// first process that needs the server starts a keeper, a copy of itself that only runs the server. The keeper stops the server
// and itself when no process has used it for a while.
//
// A user holds a shared lock on a file: the kernel releases it however a process ends.
package supervisor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
)

// variable names the server that a process is the keeper of. The keeper writes its first message to file descriptor 3.
const variable = "LOANMARKET_KEEPER"

const (
	usersLock = "users.lock" // shared by the users, taken exclusively if there are none
	startLock = "start.lock" // held while a server starts or stops
	stateFile = "state.json" // what users need to know; it exists only while the server runs
)

// Use makes sure that the named server runs, keeps it running as long as this process lives, and decodes into state what its
// start function published. dir is used only by this server. Main must have been called with the same name.
func Use(name, dir string, state any) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	start, err := flock.Take(filepath.Join(dir, startLock), syscall.LOCK_EX)
	if err != nil {
		return err
	}
	defer start.Close()
	users, err := flock.Take(filepath.Join(dir, usersLock), syscall.LOCK_SH)
	if err != nil {
		return err
	}
	// Never closed: the lock is held until this process ends.
	held = append(held, users)
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err != nil || !alive(dir) {
		if err := launch(name, dir); err != nil {
			return fmt.Errorf("shared %s: %w", name, err)
		}
		if text, err = os.ReadFile(filepath.Join(dir, stateFile)); err != nil {
			return err
		}
	}
	return json.Unmarshal(text, state)
}

// held keeps the locks from being garbage collected, which would close them.
var held []*os.File

// alive reports whether a keeper runs the server: keepers hold their own lock.
func alive(dir string) bool {
	file, err := flock.Take(filepath.Join(dir, "keeper.lock"), syscall.LOCK_EX|syscall.LOCK_NB)
	if err != nil {
		return true
	}
	file.Close()
	return false
}

// launch starts a keeper and returns when its server is ready.
func launch(name, dir string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(dir, "keeper.log"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer read.Close()
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), variable+"="+name, variable+"_DIR="+dir)
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = log, log, []*os.File{write}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err = cmd.Start()
	write.Close()
	if err != nil {
		return err
	}
	word, err := io.ReadAll(read)
	if err != nil {
		return err
	}
	if !bytes.Equal(word, []byte("ready")) {
		// The keeper ends after reporting a failure, or has ended without a report.
		_ = cmd.Wait()
		if len(word) == 0 {
			word = fmt.Appendf(nil, "its keeper died; see %s", log.Name())
		}
		return errors.New(string(word))
	}
	return cmd.Process.Release()
}
