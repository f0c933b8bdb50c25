// Package supervisor shares one server between all test processes of a clone, which `go test ./...` starts in
// parallel. The first process that needs the server starts a keeper, a copy of itself that does nothing
// but hold the server; the keeper stops it, and itself, when no process has used it for a while.
//
// Use is told by a shared lock on a file: the kernel drops it whichever way a process ends.
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

// variable names the server a process is the keeper of; descriptor 3 of a keeper takes its first word.
const variable = "LOANMARKET_KEEPER"

const (
	usersLock = "users.lock" // shared by the users, exclusively taken when there are none
	startLock = "start.lock" // held while a server starts or stops
	stateFile = "state.json" // what users need to know; there only while the server runs
)

// Use makes sure that the named server runs, keeps it running as long as this process lives, and decodes
// what its start function said about it into state. dir belongs to this server alone. Main must have been
// called with the same name.
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
	// Never closed: its end is this process's end.
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

// held keeps the locks from the garbage collector, which would close them.
var held []*os.File

// alive reports whether a keeper holds the server: keepers hold a lock of their own.
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
		// The keeper ends after a word of failure, or ended without one.
		_ = cmd.Wait()
		if len(word) == 0 {
			word = fmt.Appendf(nil, "its keeper died; see %s", log.Name())
		}
		return errors.New(string(word))
	}
	return cmd.Process.Release()
}
