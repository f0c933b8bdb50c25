// Package facetest runs the real face worker for other tests, and provides the puppet's frames.
package facetest

import (
	"crypto/rand"
	"encoding/json"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/faceworker"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// Worker is a face worker with its real models; it ends with the test that started it.
type Worker struct {
	t       testing.TB
	config  faceworker.Config
	process *child.Process
}

// Start installs the worker if necessary and starts one; env are its additional settings, NAME=value. It runs at normal
// priority, beside other tests, because the API allows ten seconds for a judgement.
func Start(t testing.TB, env ...string) *Worker {
	t.Helper()
	root, err := repo.Root()
	require.NoError(t, err)
	require.NoError(t, faceworker.Install(t.Context(), root, child.Tool))
	number, err := port.Free()
	require.NoError(t, err)
	w := &Worker{t: t, config: faceworker.Config{Root: root, Dir: t.TempDir(), Port: number, Secret: rand.Text() + rand.Text(), Env: append([]string{"FACE_WORKER_NICE=0"}, env...)}}
	w.Restart()
	return w
}

// Restart starts a worker at the same address after the previous one has ended.
func (w *Worker) Restart() {
	w.t.Helper()
	process, err := faceworker.Start(w.t.Context(), w.config)
	require.NoError(w.t, err)
	w.process = process
	w.t.Cleanup(process.Stop)
}

// Provider returns a provider that uses this worker.
func (w *Worker) Provider() facecheck.Provider {
	return facecheck.NewLocal(w.config.URL(), w.config.Secret)
}

// Freeze suspends the worker: it accepts connections but does not respond, until Thaw.
func (w *Worker) Freeze() { w.signal(syscall.SIGSTOP) }

// Thaw resumes the worker.
func (w *Worker) Thaw() { w.signal(syscall.SIGCONT) }

// Kill kills the worker and waits until it has ended.
func (w *Worker) Kill() {
	w.signal(syscall.SIGKILL)
	<-w.process.Done()
}

func (w *Worker) signal(s syscall.Signal) {
	w.t.Helper()
	require.NoError(w.t, syscall.Kill(w.process.PID(), s))
}

// Films returns the puppet's frames for each step. They only differ between calls of the puppet, and a borrower may use each
// frame once.
func (w *Worker) Films() map[facecheck.Step][][]byte {
	w.t.Helper()
	film := child.Tool(w.t.Context(), "npm", "run", "--silent", "puppet:film")
	film.Dir = faceworker.Folder(w.config.Root)
	said, err := film.Output()
	require.NoError(w.t, err)
	var films map[facecheck.Step][][]byte
	require.NoError(w.t, json.Unmarshal(said, &films))
	return films
}
