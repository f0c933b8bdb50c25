package child

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// ErrUnreachable is returned if an account cannot enter a folder, even with additional capabilities.
var ErrUnreachable = errors.New("folder cannot be entered by the account")

// Reach returns the account with what it needs to enter dir: unchanged if it can, else with an additional capability, else
// ErrUnreachable. It tries to enter the folder, because only the kernel knows the combined effect of permissions, mounts and
// containers.
func Reach(account Account, dir string) (Account, error) {
	if _, err := os.Stat(dir); err != nil {
		return Account{}, err
	}
	for _, ambient := range append([][]uintptr{nil}, passes...) {
		try := account
		try.Ambient = ambient
		// The shell changes the folder, not os/exec: capabilities take effect when the program starts.
		cmd := exec.Command("/bin/sh", "-c", `cd -- "$1"`, "sh", dir)
		cmd.Dir = "/"
		if Run(cmd, try) == nil {
			return try, nil
		}
	}
	return Account{}, ErrUnreachable
}

// Run runs a short command as the account. If it fails, the error contains its output.
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
