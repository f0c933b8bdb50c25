package logwriter_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/logwriter"
)

// A reader that hangs blocks no writer, and is told afterwards how many lines were lost.
func TestBlockedReaderDoesNotBlockWriters(t *testing.T) {
	t.Parallel()
	in, out, err := os.Pipe()
	require.NoError(t, err)
	w := logwriter.New(out)
	const lines = 100_000
	for n := range lines {
		_, err := fmt.Fprintf(w, "line %d\n", n)
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool { return w.Waiting() > 0 }, 10*time.Second, time.Millisecond)

	read := make(chan [2]int)
	go func() {
		written, lost := 0, 0
		for text := bufio.NewScanner(in); text.Scan(); {
			var n int
			if _, err := fmt.Sscanf(text.Text(), `{"level":"error","lost":%d,`, &n); err == nil {
				lost += n
			} else if strings.HasPrefix(text.Text(), "line ") {
				written++
			}
		}
		read <- [2]int{written, lost}
	}()
	require.Eventually(t, func() bool { return w.Waiting() == 0 }, 10*time.Second, time.Millisecond)
	w.Close()
	require.NoError(t, out.Close())
	got := <-read
	require.Positive(t, got[1])
	require.Equal(t, lines, got[0]+got[1])
}

func TestCloseFlushesLastLines(t *testing.T) {
	t.Parallel()
	in, out := io.Pipe()
	w := logwriter.New(out)
	_, err := io.WriteString(w, "the last words\n")
	require.NoError(t, err)
	read := make(chan string)
	go func() {
		line, _ := bufio.NewReader(in).ReadString('\n')
		read <- line
	}()
	w.Close()
	require.Equal(t, "the last words\n", <-read)
}

// A process that ends does not wait for its log reader forever.
func TestCloseDoesNotWaitForeverForReader(t *testing.T) {
	t.Parallel()
	_, out := io.Pipe()
	w := logwriter.New(out)
	_, err := io.WriteString(w, "nobody reads this\n")
	require.NoError(t, err)
	w.Close()
	require.Positive(t, w.Waiting())
}
