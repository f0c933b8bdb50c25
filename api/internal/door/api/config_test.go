package api

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// spec: 1.language-default, 1.language-fallback
func TestDefaultLangIsProductLanguageOrChinese(t *testing.T) {
	t.Parallel()
	require.Equal(t, lang.TH, DefaultLang(appproduct.Product{Lang: lang.TH}))
	require.Equal(t, lang.CN, DefaultLang(appproduct.Product{}))
	require.Equal(t, lang.CN, DefaultLang(appproduct.Product{Lang: "xx"}))
}
