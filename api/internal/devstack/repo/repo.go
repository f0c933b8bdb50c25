// Package repo finds the clone in which the development stack and the tests run.
package repo

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// module is the first line of the clone's own go.mod; a go.mod further up belongs to another project.
const module = "module github.com/loanmarket/loanmarket"

// ErrNotFound is returned if the working directory is not in a clone of the project.
var ErrNotFound = errors.New("this command works inside a clone of loanmarket only: change into its folder first")

// Root returns the absolute path of the clone around the working directory.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), module) {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", ErrNotFound
		}
		dir = parent
	}
}
