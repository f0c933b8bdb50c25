// Package faceworker installs, starts and supervises the face worker of a clone (api/face-worker) for the development stack and
// the tests. It listens on loopback only.
package faceworker

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

// startTime is long because the models are loaded at low priority, beside everything else that starts.
const startTime = 2 * time.Minute

// Config describes a worker.
type Config struct {
	Root   string // the clone
	Dir    string // contains face-worker.log
	Port   int
	Secret string   // shared with the callers, 32 characters or more
	Env    []string // further settings of the worker, NAME=value
}

// Address returns host:port.
func (c Config) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(c.Port)) }

// URL returns the URL at which the API reaches the worker.
func (c Config) URL() string { return "http://" + c.Address() }

// Start starts the worker and returns when its models are loaded. Install must have been called.
func Start(ctx context.Context, config Config) (*child.Process, error) {
	process, err := launch(config)
	if err != nil {
		return nil, err
	}
	if err := await(ctx, process, config); err != nil {
		process.Stop()
		return nil, err
	}
	return process, nil
}

func launch(config Config) (*child.Process, error) {
	if err := os.MkdirAll(config.Dir, 0o700); err != nil {
		return nil, err
	}
	node, err := node()
	if err != nil {
		return nil, err
	}
	pidFile := filepath.Join(config.Dir, "face-worker.pid")
	if err := child.StopLeftover(pidFile, program(config.Root), syscall.SIGTERM, syscall.SIGKILL); err != nil {
		return nil, err
	}
	process, err := child.Start(child.Spec{
		Name: "the face worker",
		Path: node,
		Args: []string{program(config.Root)},
		Env: append([]string{
			"PATH=" + os.Getenv("PATH"),
			"FACE_WORKER_HOST=127.0.0.1",
			"FACE_WORKER_PORT=" + strconv.Itoa(config.Port),
			"FACE_WORKER_SECRET=" + config.Secret,
		}, config.Env...),
		Dir:     config.Dir,
		LogFile: filepath.Join(config.Dir, "face-worker.log"),
		Stop:    syscall.SIGTERM,
		Grace:   5 * time.Second,
	})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(pidFile, fmt.Appendln(nil, process.PID()), 0o600); err != nil {
		process.Stop()
		return nil, err
	}
	return process, nil
}

// await returns when the health check reports that the models are loaded.
func await(ctx context.Context, process *child.Process, config Config) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		if healthy(ctx, config) {
			return nil
		}
		select {
		case <-process.Done():
			return process.Ended()
		case <-ctx.Done():
			return fmt.Errorf("the face worker was not ready within %s: %w", startTime, ctx.Err())
		case <-tick.C:
		}
	}
}

func healthy(ctx context.Context, config Config) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, config.URL()+"/healthz", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}
