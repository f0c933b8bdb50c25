package apptest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/app"
)

// UseMemory makes the test's process collect garbage as rarely as a process of the product does, for measurements.
func UseMemory(t testing.TB) {
	t.Helper()
	require.NoError(t, app.UseMemory())
}

// Peak returns the program's peak memory in bytes. It skips the test if the system does not report it.
func (p *Program) Peak(t testing.TB) int64 {
	t.Helper()
	held, err := memory(strconv.Itoa(p.process.PID()), "VmHWM:")
	if os.IsNotExist(err) {
		t.Skip("this system has no /proc")
	}
	require.NoError(t, err)
	return held
}

// Watch samples the memory of the program and of the processes that it has started, until the test ends or stop is called. stop
// returns the peak of their sum in bytes; zero if the system does not report it.
func (p *Program) Watch(t testing.TB) (stop func() int64) {
	var most atomic.Int64
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				most.Store(max(most.Load(), p.together()))
			}
		}
	}()
	var once atomic.Bool
	stop = func() int64 {
		if once.CompareAndSwap(false, true) {
			close(done)
		}
		<-ended
		return most.Load()
	}
	t.Cleanup(func() { stop() })
	return stop
}

// together returns the current memory of the program's process group.
func (p *Program) together() (sum int64) {
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range processes {
		stat, err := os.ReadFile(filepath.Join(folder, "stat"))
		if err != nil {
			continue // it has ended
		}
		// pid (name) state parent group
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if len(fields) > 2 && fields[2] == strconv.Itoa(p.process.PID()) {
			held, _ := memory(filepath.Base(folder), "VmRSS:")
			sum += held
		}
	}
	return sum
}

// memory returns a line of a process's status, in bytes.
func memory(pid, line string) (int64, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%s/status", pid))
	if err != nil {
		return 0, err
	}
	_, after, found := strings.Cut(string(raw), line)
	if !found {
		return 0, fmt.Errorf("apptest: no %s", line) // it has ended
	}
	kilobytes, err := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
	return kilobytes << 10, err
}
