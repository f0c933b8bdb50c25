package child

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// Account is the user a child runs as. The zero value means the user of the parent.
type Account struct {
	UID, GID uint32
	// Ambient are capabilities that the child keeps although it is not root.
	Ambient []uintptr
}

// own reports whether the account is the parent's own user.
func (a Account) own() bool { return a.UID == 0 }

// Owner returns the uid and gid of the files that the account creates: its own, or the parent's.
func (a Account) Owner() (uid, gid int) {
	if a.own() {
		return os.Getuid(), os.Getgid()
	}
	return int(a.UID), int(a.GID)
}

// Unprivileged chooses the account for a server that refuses to run as root: the parent's own user; if that is root, the owner
// of dir; if that is root too, `nobody`. The account has an entry in the user database, which initdb requires.
func Unprivileged(dir string) (Account, error) {
	if os.Getuid() != 0 {
		return Account{}, nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return Account{}, err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid != 0 {
		if found, err := user.LookupId(strconv.Itoa(int(stat.Uid))); err == nil {
			return fromUser(found)
		}
	}
	found, err := user.Lookup("nobody")
	if err != nil {
		return Account{}, errors.New("PostgreSQL refuses to run as root and this machine has no user `nobody` to run it as: run the command as a normal user")
	}
	return fromUser(found)
}

func fromUser(u *user.User) (Account, error) {
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return Account{}, fmt.Errorf("user id of %s: %w", u.Username, err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return Account{}, fmt.Errorf("group id of %s: %w", u.Username, err)
	}
	return Account{UID: uint32(uid), GID: uint32(gid)}, nil
}
