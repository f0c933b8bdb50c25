package liveness

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// models are a worker's files of a version. Requests wait for gate.
type models struct {
	version string
	gate    chan struct{}
	asked   int
}

func (m *models) PhoneVersion(ctx context.Context) (string, error) {
	m.asked++
	select {
	case <-m.gate:
		return m.version, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (m *models) PhoneFiles(context.Context) (string, map[string]facecheck.PhoneFile, error) {
	return m.version, map[string]facecheck.PhoneFile{"net": {}}, nil
}

func TestOneFetchOfPhoneFilesServesAllEvenIfItsCallerLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		worker := &models{version: "1", gate: make(chan struct{})}
		l := &Liveness{Deps: Deps{PhoneModels: worker}}
		ctx, leave := context.WithCancel(t.Context())
		gone, waits := make(chan error), make(chan error)
		get := func(ctx context.Context, told chan error) {
			_, err := l.PhoneFile(ctx, "1", "net")
			told <- err
		}
		go get(ctx, gone)
		synctest.Wait()
		go get(t.Context(), waits)
		synctest.Wait()
		leave()
		require.ErrorIs(t, <-gone, context.Canceled)
		close(worker.gate)
		require.NoError(t, <-waits)
		require.Equal(t, 1, worker.asked)
		_, err := l.PhoneFile(t.Context(), "1", "other")
		require.Equal(t, reason.NotFound, reason.Of(err))
		require.Equal(t, 1, worker.asked, "the files are cached")
	})
}

func TestCachedPhoneFilesDoNotWaitForAnotherVersion(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		worker := &models{version: "1", gate: make(chan struct{})}
		l := &Liveness{Deps: Deps{PhoneModels: worker}}
		l.phone.keep("1", map[string]facecheck.PhoneFile{"net": {}})
		told := make(chan error)
		go func() {
			_, err := l.PhoneFile(t.Context(), "0", "net")
			told <- err
		}()
		synctest.Wait()
		_, err := l.PhoneFile(t.Context(), "1", "net")
		require.NoError(t, err)
		close(worker.gate)
		require.Equal(t, reason.NotFound, reason.Of(<-told))
		_, err = l.PhoneFile(t.Context(), "1", "net")
		require.NoError(t, err, "a request for an unknown version keeps the cached files")
	})
}
