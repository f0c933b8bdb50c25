package ops_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// apk writes a file that looks like an Android app.
func apk(t *testing.T, entries ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "app.apk")
	file, err := os.Create(path)
	require.NoError(t, err)
	archive := zip.NewWriter(file)
	for _, entry := range entries {
		_, err = archive.Create(entry)
		require.NoError(t, err)
	}
	require.NoError(t, archive.Close())
	require.NoError(t, file.Close())
	return path
}

func TestAndroidAppIsUploadedAndListed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	good := apk(t, "AndroidManifest.xml", "classes.dex")
	require.Contains(t, d.run(t, "app", "upload", good, "--product=20005", "--app-version=1.2.0"), "Product 20005 now offers version 1.2.0")
	require.Equal(t, 1, d.logged(t, "app.upload"))
	listed := row(t, d.run(t, "app", "list"), "20005")
	require.Equal(t, "1.2.0", listed[1])

	require.Contains(t, d.refused(t, "app", "upload", good, "--product=20005", "--app-version=1.1.9"), "--allow-older")
	require.Contains(t, d.run(t, "app", "upload", good, "--product=20005", "--app-version=1.1.9", "--allow-older"), "1.1.9")

	require.Contains(t, d.refused(t, "app", "upload", good, "--product=7", "--app-version=1.2.0"), "does not serve product 7")
	require.Contains(t, d.refused(t, "app", "upload", good, "--product=20005", "--app-version=1.2"), "1.2.3")
	require.Contains(t, d.refused(t, "app", "upload", apk(t, "index.html"), "--product=20005", "--app-version=1.3.0"), "is not an APK")
	require.Contains(t, d.refused(t, "app", "upload", save(t, "text"), "--product=20005", "--app-version=1.3.0"), "is not an APK")
	require.Equal(t, "1.1.9", row(t, d.run(t, "app", "list"), "20005")[1])
}
