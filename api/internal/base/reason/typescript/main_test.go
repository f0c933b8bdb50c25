package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const sharedTypes = "../../../../../shared-types/src"

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	t.Parallel()
	for name, want := range files() {
		got, err := os.ReadFile(filepath.Join(sharedTypes, name))
		require.NoError(t, err)
		require.Equal(t, want, string(got), "%s is stale: run `go generate ./api/internal/base/reason`", name)
	}
}

func TestWriteCreatesFolders(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	require.NoError(t, write(folder))
	text, err := os.ReadFile(filepath.Join(folder, "reasons.gen.ts"))
	require.NoError(t, err)
	require.Contains(t, string(text), "session_ended: { code: 10640105, status: 401 },")
	text, err = os.ReadFile(filepath.Join(folder, "phrases", "en.gen.ts"))
	require.NoError(t, err)
	require.Contains(t, string(text), `"F0001": "Sorry, the system is a bit busy, try again later(F0001)",`)
	require.Error(t, write(filepath.Join(folder, "reasons.gen.ts")), "a file in place of the folder must be an error")
}
