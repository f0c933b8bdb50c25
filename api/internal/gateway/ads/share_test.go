package ads

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// silent is a gateway in which one platform does not respond until the end of the test.
type silent struct {
	platform string
	asked    chan<- string
	ended    <-chan struct{}
}

func (s silent) Report(_ context.Context, c Conversion) error {
	s.asked <- c.Platform
	if c.Platform == s.platform {
		<-s.ended
	}
	return nil
}

// While one platform does not respond, only one worker waits for it, and reports to other platforms are sent.
func TestUnresponsivePlatformOccupiesOneWorker(t *testing.T) {
	t.Parallel()
	asked, ended, answered := make(chan string, 2), make(chan struct{}), make(chan error, 1)
	g := Shared(silent{"meta", asked, ended}, job.NewShares(MaxConcurrent))
	report := func(platform string) error { return g.Report(t.Context(), Conversion{Platform: platform}) }
	go func() { answered <- report("meta") }()
	require.Equal(t, "meta", <-asked)
	var busy *job.Busy
	require.ErrorAs(t, report("meta"), &busy)
	require.NoError(t, report("tiktok"))
	require.Equal(t, "tiktok", <-asked)
	close(ended)
	require.NoError(t, <-answered)
	require.NoError(t, report("meta"))
}
