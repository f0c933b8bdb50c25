package internal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// branchesOnCountry matches code that branches on the country, in Go or TypeScript: a comparison, a case or a lookup with a region's
// code, ISO code, currency or rule.
var branchesOnCountry = regexp.MustCompile(`(?i)(region|iso|country|currency|idrule|areacode|phonecountry|paycode)\w*(\.\w+|\(\))*\s*(===?|!==?)\s*["'](vi|cn|id|th|gh|vn|VND|CNY|IDR|THB|GHS|\+\d+|vietqr|promptpay)["']|["'](VND|CNY|IDR|THB|GHS|VN|TH|GH)["']\s*(===?|!==?)|region\.Get\("|case "(VN|TH|GH|VND|THB|GHS|IDR|CNY)"`)

// Differences between countries are in the regions' files: no code branches on the country.
//
// spec: 1.regions
func TestNoCodeBranchesOnCountry(t *testing.T) {
	t.Parallel()
	require.Regexp(t, branchesOnCountry, `if r.Region.Code == "vi" {`)
	require.Regexp(t, branchesOnCountry, `region.code === 'th' ?`)
	require.Regexp(t, branchesOnCountry, `currency === 'VND'`)
	require.NotRegexp(t, branchesOnCountry, `language === 'cn'`)
	seen := 0
	for _, root := range []string{".", "../cmd", "../../mobile/src", "../../shared-types/src"} {
		require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !isProductCode(filepath.ToSlash(path)) {
				return err
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			seen++
			for i, line := range strings.Split(string(raw), "\n") {
				if found := branchesOnCountry.FindString(line); found != "" {
					t.Errorf("%s:%d branches on the country: %s", path, i+1, found)
				}
			}
			return nil
		}))
	}
	require.Greater(t, seen, 500)
}

// isProductCode excludes tests, test helpers, generated files and the component gallery.
func isProductCode(path string) bool {
	if strings.Contains(path, "test/") || strings.Contains(path, "/gallery/") || strings.Contains(path, ".gen.") {
		return false
	}
	if strings.Contains(path, ".test.") || strings.HasSuffix(path, "_test.go") {
		return false
	}
	return strings.HasSuffix(path, ".go") || strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".tsx")
}
