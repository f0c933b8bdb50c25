package embeddedpg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// stopOrphan ends a server that outlived a killed parent, and removes the pid file of one that did not:
// its number may belong to any other program by now, and PostgreSQL would refuse to start.
func stopOrphan(data string) error {
	file := filepath.Join(data, "postmaster.pid")
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err == nil && pid > 1 && serves(pid, data) {
		if err := end(pid, data); err != nil {
			return err
		}
	}
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// serves reports whether the process is a PostgreSQL on this data folder, by its command line.
func serves(pid int, data string) bool {
	return strings.Contains(commandLine(pid), "-D "+data+" ")
}

// commandLine asks the kernel where it can: small Linux images have no ps.
func commandLine(pid int) string {
	if text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline")); err == nil {
		return strings.ReplaceAll(string(text), "\x00", " ")
	}
	output, err := exec.Command("ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return string(output)
}

// end stops the server as `pg_ctl stop` would: fast, then immediate.
func end(pid int, data string) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT} {
		if err := syscall.Kill(pid, signal); err != nil {
			return nil // gone
		}
		limit := time.After(10 * time.Second)
		for waiting := true; waiting; {
			select {
			case <-tick.C:
				if !serves(pid, data) {
					return nil
				}
			case <-limit:
				waiting = false
			}
		}
	}
	return fmt.Errorf("an earlier PostgreSQL (process %d) still runs on %s and does not stop: kill it and start again", pid, data)
}
