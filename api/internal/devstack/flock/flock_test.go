package flock_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
)

func TestExclusiveLockBlocksOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := flock.Take(path, syscall.LOCK_EX)
	require.NoError(t, err)
	for _, how := range []int{syscall.LOCK_EX, syscall.LOCK_SH} {
		_, err = flock.Take(path, how|syscall.LOCK_NB)
		require.True(t, flock.Held(err), "%v", err)
	}
	require.NoError(t, first.Close())
	second, err := flock.Take(path, syscall.LOCK_EX|syscall.LOCK_NB)
	require.NoError(t, err)
	require.NoError(t, second.Close())
}

func TestSharedLocksCoexist(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := flock.Take(path, syscall.LOCK_SH)
	require.NoError(t, err)
	defer first.Close()
	second, err := flock.Take(path, syscall.LOCK_SH|syscall.LOCK_NB)
	require.NoError(t, err)
	defer second.Close()
	_, err = flock.Take(path, syscall.LOCK_EX|syscall.LOCK_NB)
	require.True(t, flock.Held(err), "%v", err)
}

func TestMissingFolderIsNotReportedAsHeld(t *testing.T) {
	_, err := flock.Take(filepath.Join(t.TempDir(), "missing", "lock"), syscall.LOCK_EX)
	require.Error(t, err)
	require.False(t, flock.Held(err))
}
