//go:build !linux

package child

import "syscall"

// attributes puts the child in its own process group, so that Ctrl-C reaches only the parent, which then
// stops the children in order.
func attributes(a Account) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if !a.own() {
		attr.Credential = &syscall.Credential{Uid: a.UID, Gid: a.GID}
	}
	return attr
}
