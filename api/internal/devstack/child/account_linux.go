package child

import "golang.org/x/sys/unix"

// passes are the capabilities that let an unprivileged child pass a folder that only root may enter, the
// weaker first. Containers often grant the second only.
var passes = [][]uintptr{{unix.CAP_DAC_READ_SEARCH}, {unix.CAP_DAC_OVERRIDE}}
