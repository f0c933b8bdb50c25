package pdf

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// each is a measure in which every cluster has width 1.
func each(cluster) float64 { return 1 }

func wrapped(s string, most float64) []string {
	var lines []string
	for _, line := range wrap(clusters(s), most, each) {
		lines = append(lines, join(line))
	}
	return lines
}

func TestWrap(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"one two", "three"}, wrapped("one two three", 9))
	require.Equal(t, []string{"abcdefgh", "ij"}, wrapped("abcdefghij", 8), "a word longer than a line must be split")
	require.Equal(t, []string{"借款合", "同，出", "借人"}, wrapped("借款合同，出借人", 3))
	require.Equal(t, []string{"借款", "同，"}, wrapped("借款同，", 3), "punctuation must not begin a line")
	require.Nil(t, wrapped("", 10))
}

func TestClustersKeepThaiMarksTogether(t *testing.T) {
	t.Parallel()
	var got []string
	for _, c := range clusters("ที่เงินน้ำ") {
		got = append(got, c.text)
	}
	require.Equal(t, []string{"ที่", "เงิ", "น", "น้ำ"}, got)
}

func TestWrapLosesOnlySpaces(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom([]rune("ab 借款，ที่น้ำเđ"))).Draw(t, "text")
		most := rapid.Float64Range(1, 30).Draw(t, "width")
		bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		require.Equal(t, bare(s), bare(strings.Join(wrapped(s, most), "")))
	})
}

func TestShapeMovesMarksThatWouldCollide(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Nguyễn 借款", shape("Nguyễn 借款"))
	require.Equal(t, "ก่", shape("ก่"), "a tone mark alone must not move")
	require.Equal(t, "กี"+string(copyOf(6, raised)), shape("กี่"))
	require.Equal(t, "ป"+string(copyOf(6, left)), shape("ป่"))
	require.Equal(t, "ป"+string(copyOf(2, left))+string(copyOf(6, raisedLeft)), shape("ปี่"))
	require.Equal(t, "น"+string(copyOf(7, raised))+"ำ", shape("น้ำ"))
	require.Equal(t, "ผู้", shape("ผู้"), "a vowel below must not move the tone mark")
}
