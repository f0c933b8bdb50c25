package child

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// ErrUnreachable says that an account cannot enter a folder, whatever rights the parent lends it.
var ErrUnreachable = errors.New("folder cannot be entered by the account")

// Reach returns the account with what it needs to enter dir: itself when the way is open, else itself
// with a lent capability, else ErrUnreachable. It tries for real, because only the kernel knows what
// permissions, mounts and containers add up to.
func Reach(account Account, dir string) (Account, error) {
	if _, err := os.Stat(dir); err != nil {
		return Account{}, err
	}
	for _, ambient := range append([][]uintptr{nil}, passes...) {
		try := account
		try.Ambient = ambient
		// The shell changes the folder, not os/exec: lent capabilities work from the program's start on.
		cmd := exec.Command("/bin/sh", "-c", `cd -- "$1"`, "sh", dir)
		cmd.Dir = "/"
		if Run(cmd, try) == nil {
			return try, nil
		}
	}
	return Account{}, ErrUnreachable
}

// Run runs a short command as the account and returns what it said when it failed.
func Run(cmd *exec.Cmd, account Account) error {
	cmd.SysProcAttr = attributes(account)
	output, err := Command{cmd}.CombinedOutput()
	if err == nil {
		return nil
	}
	if reason := Diagnose(string(output)); reason != "" {
		return errors.New(reason)
	}
	return fmt.Errorf("%w: %s", err, lastBytes(string(output)))
}
