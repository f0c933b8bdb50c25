package child

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

// StopLeftover stops a child that outlived a killed parent: the process whose id is on the first line of pidFile, if its
// command line contains mark. Another program that has been given the same id is not touched. It sends the signals one after
// the other, ten seconds apart, and removes the file.
func StopLeftover(pidFile, mark string, signals ...syscall.Signal) error {
	text, err := os.ReadFile(pidFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err == nil && pid > 1 && !ended(pid, mark, signals) {
		return fmt.Errorf("a server of an earlier start (process %d) still runs and does not stop: kill it and start again", pid)
	}
	if err := os.Remove(pidFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// ended stops the process and reports whether it is gone.
func ended(pid int, mark string, signals []syscall.Signal) bool {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for _, signal := range signals {
		if !strings.Contains(commandLine(pid), mark) {
			return true
		}
		// An error means that the process is gone, which the next check finds.
		_ = syscall.Kill(pid, signal)
		for limit := time.Now().Add(10 * time.Second); time.Now().Before(limit); <-tick.C {
			if !strings.Contains(commandLine(pid), mark) {
				return true
			}
		}
	}
	return false
}

// commandLine returns the process's command line with spaces between the words, or "". It reads /proc if possible: small Linux
// images have no ps.
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
