package pages

import (
	"encoding/json"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWebManifestAndIconsOfEachProduct(t *testing.T) {
	t.Parallel()
	s := paged(t, built(t), true)
	answer := get(t, s, manifestPage)
	require.Equal(t, http.StatusOK, answer.status)
	require.Equal(t, "application/manifest+json", answer.header.Get("Content-Type"))
	require.Equal(t, "no-cache", answer.header.Get("Cache-Control"))
	var m webManifest
	require.NoError(t, json.Unmarshal([]byte(answer.body), &m))
	require.NotEmpty(t, m.Name)
	require.Equal(t, "vi", m.Lang)
	require.Equal(t, "/m/home", m.StartURL)
	require.Equal(t, "standalone", m.Display)
	require.Len(t, m.Icons, len(iconSides))
	for i, icon := range m.Icons {
		drawn := get(t, s, icon.Src)
		require.Equal(t, "image/png", drawn.header.Get("Content-Type"))
		picture, err := png.Decode(strings.NewReader(drawn.body))
		require.NoError(t, err)
		require.Equal(t, iconSides[i], picture.Bounds().Dx())
		corner, wall := picture.At(0, 0), picture.At(iconSides[i]/2, iconSides[i]*29/48)
		require.NotEqual(t, corner, wall, "a white house on the brand's colour")
		require.Equal(t, http.StatusNotModified, get(t, s, icon.Src, "If-None-Match", drawn.header.Get("ETag")).status)
	}
	other := get(t, s, manifestPage, "Cookie", "product=20003")
	require.NotEqual(t, answer.body, other.body, "the manifest is that of the visitor's product")
}
