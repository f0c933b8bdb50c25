// Package child runs the servers of the development stack as child processes that do not outlive their parent.
package child

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// Spec describes a child.
type Spec struct {
	Name    string // display name: "PostgreSQL"
	Path    string
	Args    []string
	Env     []string // the complete environment
	Dir     string
	LogFile string // receives standard output and standard error; truncated at each start
	Account Account
	// Stop is the signal that requests an orderly stop. If the child has not ended within Grace, its process group is killed.
	Stop  syscall.Signal
	Grace time.Duration
}

// Process is a started child.
type Process struct {
	spec Spec
	cmd  *exec.Cmd
	done chan struct{}
	err  error
}

// Start starts the child. Its output goes to a file and not to a pipe, so that it can still be written after the parent has
// died.
func Start(spec Spec) (*Process, error) {
	log, err := os.OpenFile(spec.LogFile, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command(spec.Path, spec.Args...)
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = spec.Env, spec.Dir, log, log
	cmd.SysProcAttr = attributes(spec.Account)
	p := &Process{spec: spec, cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go p.run(started)
	if err := <-started; err != nil {
		return nil, fmt.Errorf("%s did not start: %w", spec.Name, err)
	}
	return p, nil
}

// run starts the child and waits for it on one thread that lives as long as the child: the kernel sends the parent-death signal
// when the starting thread ends, not the process.
func (p *Process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	p.err = p.cmd.Wait()
	close(p.done)
}

// Name returns the display name of the child.
func (p *Process) Name() string { return p.spec.Name }

// PID returns the process id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done is closed when the child has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err returns how the child ended: nil if without an error. Call it after Done.
func (p *Process) Err() error { return p.err }

// Ended returns an error that explains in one sentence why a child ended without being stopped. Call it after Done.
func (p *Process) Ended() error {
	how := "ended by itself"
	var exit *exec.ExitError
	if errors.As(p.err, &exit) {
		how = "ended with " + exit.String()
		status, ok := exit.Sys().(syscall.WaitStatus)
		if ok && (status.Signal() == syscall.SIGKILL || status.Signal() == syscall.SIGTERM) {
			return fmt.Errorf("%s was killed from outside or because memory ran out", p.spec.Name)
		}
	}
	tail := Tail(p.spec.LogFile)
	if reason := Diagnose(tail); reason != "" {
		return fmt.Errorf("%s %s: %s", p.spec.Name, how, reason)
	}
	return fmt.Errorf("%s %s; its log is %s and ends with: %s", p.spec.Name, how, p.spec.LogFile, lastLine(tail))
}

// Stop asks the child to end and waits for it; after the grace period it kills the process group.
func (p *Process) Stop() {
	select {
	case <-p.done:
		return
	default:
	}
	// An error means that the child is gone, which Done reports below.
	_ = p.cmd.Process.Signal(p.spec.Stop)
	timer := time.NewTimer(p.spec.Grace)
	defer timer.Stop()
	select {
	case <-p.done:
	case <-timer.C:
		_ = syscall.Kill(-p.PID(), syscall.SIGKILL)
		<-p.done
	}
}
