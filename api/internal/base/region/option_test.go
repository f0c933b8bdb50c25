package region

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func codesOf(list []Option) []int {
	codes := make([]int, len(list))
	for i, o := range list {
		codes[i] = o.Code
	}
	return codes
}

func span(from, to int) []int {
	var codes []int
	for c := from; c <= to; c++ {
		codes = append(codes, c)
	}
	return codes
}

// spec: 3.enum-profession
func TestOptionCodesMatchSpecification(t *testing.T) {
	t.Parallel()
	o := FormOptions()
	require.Equal(t, []int{0, 1}, codesOf(o.Gender))
	require.Equal(t, span(0, 9), codesOf(o.Education))
	require.Equal(t, span(1, 5), codesOf(o.Marital))
	require.Equal(t, span(0, 5), codesOf(o.ChildrenNum))
	require.Equal(t, span(1, 7), codesOf(o.Duration))
	require.Equal(t, span(0, 8), codesOf(o.Relationship))
	require.Equal(t, append(append(span(1, 46), 99), span(101, 127)...), codesOf(o.Profession))
	require.NotEmpty(t, o.ProfessionScheme)
	require.Equal(t, "Doctorate", o.Education[6].Label.EN)
	require.Equal(t, "Widowed", o.Marital[4].Label.EN)
}

func TestOptionLabelsAreCompleteAndDistinct(t *testing.T) {
	t.Parallel()
	o := FormOptions()
	for _, list := range [][]Option{o.Gender, o.Education, o.Marital, o.ChildrenNum, o.Duration, o.Relationship, o.Profession} {
		seen := map[string]int{}
		for _, option := range list {
			require.True(t, option.Label.Complete(), "%+v", option)
			for _, text := range []string{"cn" + option.Label.CN, "vi" + option.Label.VI, "th" + option.Label.TH, "en" + option.Label.EN} {
				require.NotContains(t, seen, text, "codes %d and %d have the same label", seen[text], option.Code)
				seen[text] = option.Code
			}
		}
	}
}

func TestOffersReportsListedCodes(t *testing.T) {
	t.Parallel()
	require.True(t, Offers(FormOptions().Profession, 99))
	require.False(t, Offers(FormOptions().Profession, 47))
}
