package lang_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// spec: 1.language-fallback
func TestFromHeader(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]lang.Lang{
		"cn":                         lang.CN,
		"vi":                         lang.VI,
		"vi-VN,vi;q=0.9,en;q=0.8":    lang.VI,
		"zh-CN":                      lang.CN,
		"zh-Hant-TW,en;q=0.5":        lang.CN,
		"th-TH":                      lang.TH,
		"en-GB":                      lang.EN,
		"fr-FR,en;q=0.5":             lang.EN,
		"de":                         lang.VI,
		"*":                          lang.VI,
		"":                           lang.VI,
		"\x00;;;,q=":                 lang.VI,
		strings.Repeat("en,", 10000): lang.VI,
	} {
		require.Equal(t, want, lang.FromHeader(header, lang.VI), "header %.40q", header)
	}
	require.Equal(t, lang.CN, lang.FromHeader("", "xx"), "an unknown fallback falls back to cn")
}

func TestTag(t *testing.T) {
	t.Parallel()
	require.Equal(t, "zh-CN", lang.CN.Tag())
	require.Equal(t, "vi", lang.VI.Tag())
	require.False(t, lang.Lang("zh").Valid())
}

func FuzzFromHeader(f *testing.F) {
	f.Add("vi-VN,vi;q=0.9")
	f.Fuzz(func(t *testing.T, header string) {
		if got := lang.FromHeader(header, lang.EN); !got.Valid() {
			t.Fatalf("%q gave %q", header, got)
		}
	})
}
