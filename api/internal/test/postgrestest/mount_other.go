//go:build !linux

package postgrestest

import "errors"

func mount(string, string) error { return errors.New("small disks are mounted on Linux only") }

func unmount(string) error { return nil }
