//go:build !linux

package child

// passes is empty: ambient capabilities exist on Linux only.
var passes [][]uintptr
