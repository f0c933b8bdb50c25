package pages

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// twoBuilds returns a folder with the manifests of both builds as Vite writes them: the first page, its texts in every
// language, and the files of other pages.
func twoBuilds(t *testing.T) string {
	t.Helper()
	dir := builtTwice(t)
	manifest := func(suffix string) string {
		chunks := []string{
			`"index` + suffix + `.html": {"file": "assets/index` + suffix + `-1.js", "isEntry": true, "imports": ["_first` + suffix + `.js"], "css": ["assets/first` + suffix + `.css"], "dynamicImports": ["src/features/loan/LoanListPage` + suffix + `.tsx"]}`,
			`"_first` + suffix + `.js": {"file": "assets/first` + suffix + `-1.js"}`,
			`"_kit` + suffix + `.js": {"file": "assets/kit` + suffix + `-1.js", "css": ["assets/kit` + suffix + `.css"]}`,
			`"src/features/home/HomePage` + suffix + `.tsx": {"file": "assets/HomePage` + suffix + `-1.js", "imports": ["_first` + suffix + `.js", "_kit` + suffix + `.js"]}`,
			`"src/features/repay/NormalPage` + suffix + `.tsx": {"file": "assets/NormalPage` + suffix + `-1.js", "imports": ["_first` + suffix + `.js"]}`,
			`"src/features/loan/LoanListPage` + suffix + `.tsx": {"file": "assets/LoanListPage` + suffix + `-1.js", "imports": ["_kit` + suffix + `.js"]}`,
		}
		for _, in := range lang.All {
			for _, area := range []string{"common", "terms", "home", "loan", "verify", "repay"} {
				chunks = append(chunks, `"src/i18n/`+string(in)+`/`+area+suffix+`.ts": {"file": "assets/`+area+suffix+`-`+string(in)+`.js"}`)
			}
		}
		return "{" + strings.Join(chunks, ",") + "}"
	}
	for name, content := range map[string]string{".vite/manifest.json": manifest(""), "legacy/.vite/manifest.json": manifest("-legacy")} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	return dir
}

var hinted = regexp.MustCompile(`</assets/([^>]+)>`)

func hints(t *testing.T, s *Site, path, agent, cookie string) []string {
	t.Helper()
	var files []string
	for _, found := range hinted.FindAllStringSubmatch(get(t, s, path, "User-Agent", agent, "Cookie", cookie).header.Get("Link"), -1) {
		files = append(files, found[1])
	}
	slices.Sort(files)
	return files
}

// A superfluous hint is downloaded for nothing on a slow connection, and a missing one costs a round trip. Each page
// therefore names exactly what its build loads first, in the language in which it is shown.
func TestHintsListExactlyWhatEachPageLoadsFirst(t *testing.T) {
	t.Parallel()
	s := paged(t, twoBuilds(t), false)
	for agent, suffix := range map[string]string{newPhone: "", oldPhone: "-legacy"} {
		for _, in := range lang.All {
			cookie := "lang=" + string(in)
			texts := func(areas ...string) (files []string) {
				for _, area := range areas {
					files = append(files, area+suffix+"-"+string(in)+".js")
				}
				return files
			}
			entry := []string{"index" + suffix + "-1.js", "first" + suffix + "-1.js", "first" + suffix + ".css"}
			first := []string{"HomePage" + suffix + "-1.js", "kit" + suffix + "-1.js", "kit" + suffix + ".css"}
			for _, home := range []string{"/", "/m", "/m/home"} {
				require.ElementsMatch(t, slices.Concat(entry, first, texts("common", "terms", "home", "loan", "verify")), hints(t, s, home, agent, cookie), "%s %s %s", home, suffix, in)
			}
			require.ElementsMatch(t, slices.Concat(entry, []string{"NormalPage" + suffix + "-1.js"}, texts("common", "terms", "repay")), hints(t, s, "/m/repay/normal", agent, cookie), "%s %s", suffix, in)
			for _, other := range []string{"/m/login", "/m/loan/list", "/m/home/mine", "/404"} {
				require.ElementsMatch(t, slices.Concat(entry, texts("common", "terms")), hints(t, s, other, agent, cookie), "%s %s %s", other, suffix, in)
			}
		}
		require.Contains(t, hints(t, s, "/m/home", agent, ""), "home"+suffix+"-vi.js", "the product's language is the default")
		require.Contains(t, hints(t, s, "/m/home", agent, "lang=xx"), "home"+suffix+"-vi.js")
	}
	require.Empty(t, hints(t, s, "/m/home", ancientPhone, ""), "the page for unsupported browsers loads nothing")
	require.Empty(t, hints(t, s, "/m/land", newPhone, ""), "the landing page contains its style and loads one script")
}

// Hinted files must exist: a hint of another build would be a 404 on every first visit.
func TestHintsOfTheRealBuildExist(t *testing.T) {
	t.Parallel()
	dist := filepath.Join("..", "..", "..", "..", "mobile", "dist")
	if _, err := os.Stat(filepath.Join(dist, ".vite", "manifest.json")); err != nil {
		t.Skip("the app is not built")
	}
	s := paged(t, dist, false)
	for _, agent := range []string{newPhone, oldPhone} {
		for _, in := range lang.All {
			for _, path := range []string{"/m/home", "/m/repay/normal"} {
				files := hints(t, s, path, agent, "lang="+string(in))
				require.Greater(t, len(files), 8)
				for _, file := range files {
					require.NotNil(t, s.built.files[assets+file], file)
				}
				for _, other := range lang.All {
					if other != in {
						for _, area := range slices.Concat(everyPage, screenAt(path).texts) {
							other := s.built.manifests[pick(agent)].visit(textKey(pick(agent), other, area), nil)
							require.NotSubset(t, files, other, "texts of another language")
						}
					}
				}
			}
		}
	}
}

func textKey(b variant, in lang.Lang, area string) string {
	if b == legacyBuild {
		area += "-legacy"
	}
	return "src/i18n/" + string(in) + "/" + area + ".ts"
}
