package postgrestest

import "golang.org/x/sys/unix"

// mount puts a disk of a size ("256m") on a folder. It needs the right to administer the system.
func mount(folder, size string) error {
	return unix.Mount("tmpfs", folder, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size="+size+",mode=0700")
}

// unmount takes it away, also from under files that are still open.
func unmount(folder string) error { return unix.Unmount(folder, unix.MNT_DETACH) }
