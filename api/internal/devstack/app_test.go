package devstack

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// Its build fails where another one is under way, and says how often it ran.
const lonelyBuild = `const fs = require('fs');
fs.mkdirSync('dist', { recursive: true });
fs.writeFileSync('dist/building', '', { flag: 'wx' });
fs.appendFileSync('dist/builds', '1');
setTimeout(() => {
  fs.writeFileSync('dist/index.html', '');
  fs.rmSync('dist/building');
}, 200);
`

func TestStacksThatStartTogetherBuildTheAppOnce(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{
		"package.json":        `{"name": "root", "private": true, "workspaces": ["mobile"]}`,
		"package-lock.json":   `{}`,
		"mobile/package.json": `{"name": "mobile", "version": "1.0.0", "scripts": {"build": "node build.cjs"}}`,
		"mobile/build.cjs":    lonelyBuild,
		"shared-types/types":  "",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, path)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, path), []byte(text), 0o644))
	}
	var group errgroup.Group
	for range 3 {
		group.Go(func() error { return buildApp(t.Context(), root) })
	}
	require.NoError(t, group.Wait())
	builds, err := os.ReadFile(filepath.Join(root, "mobile", "dist", "builds"))
	require.NoError(t, err)
	require.Equal(t, "1", string(builds))
}
