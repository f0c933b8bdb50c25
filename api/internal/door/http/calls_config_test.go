package http

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// spec: 1.language-default, 1.language-fallback
func TestTheLanguageIsTheProductsElseChinese(t *testing.T) {
	t.Parallel()
	require.Equal(t, lang.TH, defaultLang(appproduct.Product{Lang: lang.TH}))
	require.Equal(t, lang.CN, defaultLang(appproduct.Product{}))
	require.Equal(t, lang.CN, defaultLang(appproduct.Product{Lang: "xx"}))
}
