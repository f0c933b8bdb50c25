package region

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func countLevels(r *Region) []int {
	var counts []int
	for level := r.Areas(""); len(level) > 0; {
		counts = append(counts, len(level))
		var below []Area
		for _, a := range level {
			below = append(below, r.Areas(a.Code)...)
		}
		level = below
	}
	return counts
}

func TestAreasAreComplete(t *testing.T) {
	t.Parallel()
	want := map[string][]int{
		"vi": {34, 3321},
		"cn": {34, 342, 2978},
		"id": {38, 514, 7285},
		"th": {77, 928, 7436},
		"gh": {16},
	}
	for code, counts := range want {
		r := Get(code)
		require.Equal(t, counts, countLevels(r), code)
		require.Len(t, r.AreaLevels, len(counts), "%s: the number of area levels must match the file", code)
		for code, name := range r.areas().name {
			require.Equal(t, strings.TrimSpace(name), name, code)
			require.NotContains(t, name, "  ", code)
		}
	}
}

func TestAreaPath(t *testing.T) {
	t.Parallel()
	r := Get("vi")
	names, whole := r.AreaPath([]string{"01", "00004"})
	require.True(t, whole)
	require.Equal(t, []string{"Thành phố Hà Nội", "Phường Ba Đình"}, names)

	for _, path := range [][]string{nil, {}, {"01"}, {"00004"}, {"79", "00004"}, {"01", "00004", "00004"}, {"xx"}, {""}} {
		_, whole := r.AreaPath(path)
		require.False(t, whole, "%v", path)
	}
	_, whole = Get("cn").AreaPath([]string{"71"})
	require.True(t, whole, "an area without children must complete the path")
}

func TestAreaLeaf(t *testing.T) {
	t.Parallel()
	require.False(t, Get("vi").Areas("")[0].Leaf)
	require.True(t, Get("vi").Areas("01")[0].Leaf)
	require.True(t, Get("gh").Areas("")[0].Leaf)
	require.Empty(t, Get("gh").Areas("nowhere"))
}
