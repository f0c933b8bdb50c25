// Package facetest runs the real face worker for tests of other packages, and provides camera pictures of a puppet.
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

// Worker is a face worker with its real models; it ends with the test that made it.
type Worker struct {
	t       testing.TB
	config  faceworker.Config
	process *child.Process
}

// Start installs the worker where it is not, and starts one; env are settings of its own, NAME=value. It does not step back behind
// other tests: the API gives a judgement ten seconds.
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

// Restart starts a worker at the same address in the place of one that has ended.
func (w *Worker) Restart() {
	w.t.Helper()
	process, err := faceworker.Start(w.t.Context(), w.config)
	require.NoError(w.t, err)
	w.process = process
	w.t.Cleanup(process.Stop)
}

// Provider asks this worker.
func (w *Worker) Provider() facecheck.Provider {
	return facecheck.NewLocal(w.config.URL(), w.config.Secret)
}

// Freeze stops the worker where it is: it takes calls and answers none, until Thaw.
func (w *Worker) Freeze() { w.signal(syscall.SIGSTOP) }

// Thaw has it go on.
func (w *Worker) Thaw() { w.signal(syscall.SIGCONT) }

// Kill ends it at once, and returns when it has ended.
func (w *Worker) Kill() {
	w.signal(syscall.SIGKILL)
	<-w.process.Done()
}

func (w *Worker) signal(s syscall.Signal) {
	w.t.Helper()
	require.NoError(w.t, syscall.Kill(w.process.PID(), s))
}

// Films are what the puppet does when a step is asked, the frames of each step; they differ with each call of the puppet
// only, and a borrower may show each frame once.
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
