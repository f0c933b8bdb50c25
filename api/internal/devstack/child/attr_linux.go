package child

import "syscall"

// attributes puts the child in its own process group, so that Ctrl-C reaches only the parent, which then stops the children in
// order. It also makes the kernel interrupt the child if the parent is killed.
func attributes(a Account) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	if !a.own() {
		attr.Credential = &syscall.Credential{Uid: a.UID, Gid: a.GID}
		attr.AmbientCaps = a.Ambient
	}
	return attr
}
