package postgrestest

import "golang.org/x/sys/unix"

// mount mounts a tmpfs of a size ("256m") on a folder. It requires CAP_SYS_ADMIN.
func mount(folder, size string) error {
	return unix.Mount("tmpfs", folder, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size="+size+",mode=0700")
}

// unmount removes it, even if files on it are open.
func unmount(folder string) error { return unix.Unmount(folder, unix.MNT_DETACH) }
