package picture_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media/picture"
	"github.com/loanmarket/loanmarket/api/internal/test/picturetest"
)

// A picture is decoded at a low priority, in all threads of the process.
func TestDecodingRunsAtLowPriority(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = picture.Elsewhere(ctx, picturetest.Scans(5000, 20_000), picture.MaxSide)
	}()
	var found []int
	require.Eventually(t, func() bool { found = niceOfChildren(); return len(found) > 1 }, 10*time.Second, time.Millisecond)
	stop()
	<-ended
	for _, nice := range found {
		require.Equal(t, picture.Niceness, nice, "%v", found)
	}
}

// niceOfChildren returns the nice value of each thread of the processes started by this one.
func niceOfChildren() (all []int) {
	const nice = 16 // after the name: the 19th field of the line
	own, _ := filepath.Glob("/proc/self/task/*/children")
	for _, file := range own {
		children, _ := os.ReadFile(file)
		for _, child := range strings.Fields(string(children)) {
			threads, _ := filepath.Glob(fmt.Sprintf("/proc/%s/task/*/stat", child))
			for _, thread := range threads {
				text, _ := os.ReadFile(thread)
				_, rest, _ := strings.Cut(string(text), ") ")
				if fields := strings.Fields(rest); len(fields) > nice {
					value, _ := strconv.Atoi(fields[nice])
					all = append(all, value)
				}
			}
		}
	}
	return all
}
