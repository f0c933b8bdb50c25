// Package port allocates TCP ports on loopback.
package port

import (
	"net"
	"slices"
	"strconv"
)

// Free returns a port that was free a moment ago.
func Free() (int, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

// Again returns the wanted port if it is free, else another one. Reusing the port keeps bookmarks and clients of a data folder
// working. It never returns one of others, which are already assigned although nothing may be listening on them yet.
func Again(wanted int, others ...int) (int, error) {
	if wanted > 0 && !slices.Contains(others, wanted) {
		listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(wanted)))
		if err == nil {
			return wanted, listener.Close()
		}
	}
	for {
		number, err := Free()
		if err != nil || !slices.Contains(others, number) {
			return number, err
		}
	}
}
