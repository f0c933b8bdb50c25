package devstack

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
)

// lockData allows only one stack at a time to use a data folder; the error of a second one names the holder.
func lockData(data string, port int) (release func(), err error) {
	path := filepath.Join(data, "lock")
	file, err := flock.Take(path, syscall.LOCK_EX|syscall.LOCK_NB)
	if flock.Held(err) {
		holder, _ := os.ReadFile(path)
		return nil, fmt.Errorf("this clone runs already (%s): stop it first, or use it", strings.TrimSpace(string(holder)))
	}
	if err != nil {
		return nil, err
	}
	err = file.Truncate(0)
	if err == nil {
		_, err = io.WriteString(file, fmt.Sprintf("process %d, port %d\n", os.Getpid(), port))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return func() { file.Close() }, nil
}
