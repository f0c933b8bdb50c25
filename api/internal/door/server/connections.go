package server

import (
	"syscall"

	"github.com/gofiber/fiber/v3"
)

// reservedDescriptors is how many descriptors callers cannot use up: the connections to the database, the object store, partners and
// the port of METRICS_ADDRESS need them while somebody opens as many connections as they can.
const reservedDescriptors = 128

// maxConnections returns how many connections of callers the process accepts at a time, given its limit of descriptors. It closes any
// other at once, with status 503.
func maxConnections(descriptors uint64) int {
	if descriptors >= fiber.DefaultConcurrency+reservedDescriptors {
		return fiber.DefaultConcurrency
	}
	return int(max(descriptors-min(descriptors, reservedDescriptors), descriptors/2))
}

// descriptors returns the process's limit of open files and connections.
func descriptors() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fiber.DefaultConcurrency
	}
	return uint64(limit.Cur)
}
