// Package child runs the servers of the development stack as child processes that do not outlive their
// parent.
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
	Name    string // as people call it: "PostgreSQL"
	Path    string
	Args    []string
	Env     []string // the whole environment
	Dir     string
	LogFile string // receives standard output and standard error; truncated at each start
	Account Account
	// Stop is the signal that asks for an orderly end, within Grace; then the process group is killed.
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

// Start starts the child. It writes to a file and not to a pipe, so that the death of the parent does not
// break its log.
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

// run starts and awaits the child on one thread that lives as long as the child: the kernel takes the end
// of the starting thread, not of the process, for the parent's death.
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

// Name returns the name people call the child by.
func (p *Process) Name() string { return p.spec.Name }

// PID returns the process id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done is closed when the child has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err is how the child ended: nil for an end without an error. Call it after Done.
func (p *Process) Err() error { return p.err }

// Ended explains, in one sentence, a child that ended although nobody asked it to. Call it after Done.
func (p *Process) Ended() error {
	how := "ended by itself"
	var exit *exec.ExitError
	if errors.As(p.err, &exit) {
		how = "ended with " + exit.String()
		status, ok := exit.Sys().(syscall.WaitStatus)
		if ok && (status.Signal() == syscall.SIGKILL || status.Signal() == syscall.SIGTERM) {
			return fmt.Errorf("%s was killed from outside, or for want of memory", p.spec.Name)
		}
	}
	tail := Tail(p.spec.LogFile)
	if reason := Diagnose(tail); reason != "" {
		return fmt.Errorf("%s %s: %s", p.spec.Name, how, reason)
	}
	return fmt.Errorf("%s %s; its log is %s and ends with: %s", p.spec.Name, how, p.spec.LogFile, lastLine(tail))
}

// Stop asks the child to end and returns when it has; after the grace period it kills it.
func (p *Process) Stop() {
	select {
	case <-p.done:
		return
	default:
	}
	// A failure to signal means that the child is gone, which Done tells below.
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
