package pages

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// chunk is an entry of the build's manifest (.vite/manifest.json).
type chunk struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Imports []string `json:"imports"`
	IsEntry bool     `json:"isEntry"`
}

// manifest maps the sources of a build to its chunks.
type manifest map[string]chunk

// loadManifest reads the manifest of a build. A folder without one has no hints.
func loadManifest(root fs.FS, name string) (manifest, error) {
	raw, err := fs.ReadFile(root, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var m manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("%s of the built app: %w", name, err)
	}
	return m, nil
}

// screen is what an address needs in addition to what every page needs: its page, and the text areas that its routes.ts
// names.
type screen struct {
	page  string
	texts []string
}

// everyPage are the text areas that every page needs.
var everyPage = []string{"common", "terms"}

// screenAt returns the screens that visitors enter from outside: most visits start on the home page, and the link of a
// reminder leads to the payment page.
func screenAt(path string) screen {
	switch {
	case home(path):
		return screen{"src/features/home/HomePage.tsx", []string{"home", "loan", "verify"}}
	case path == "/m/repay/normal":
		return screen{"src/features/repay/NormalPage.tsx", []string{"repay"}}
	}
	return screen{}
}

// hints returns the Link header for a page, with which the browser fetches all files in parallel while it still reads
// the first script. Without it there would be three consecutive rounds.
func (m manifest) hints(page string, b variant, at screen, in lang.Lang) string {
	if m == nil {
		return ""
	}
	keys := []string{strings.TrimPrefix(page, "/")}
	if page == appPage {
		keys = slices.Concat(keys, textSources(in, everyPage), []string{at.page}, textSources(in, at.texts))
	}
	var files []string
	for _, key := range keys {
		if b == legacyBuild {
			ext := path.Ext(key)
			key = strings.TrimSuffix(key, ext) + "-legacy" + ext
		}
		files = m.visit(key, files)
	}
	links := make([]string, len(files))
	for i, file := range files {
		links[i] = link("/"+file, b)
	}
	return strings.Join(links, ", ")
}

// visit adds the files of a chunk and of everything it imports.
func (m manifest) visit(key string, files []string) []string {
	c, ok := m[key]
	if !ok || slices.Contains(files, c.File) {
		return files
	}
	files = append(files, c.File)
	for _, style := range c.CSS {
		if !slices.Contains(files, style) {
			files = append(files, style)
		}
	}
	for _, imported := range c.Imports {
		files = m.visit(imported, files)
	}
	return files
}

func link(file string, b variant) string {
	switch {
	case strings.HasSuffix(file, ".css"):
		// This must match the page's own link, or the file is fetched twice.
		return "<" + file + ">; rel=preload; as=style; crossorigin"
	case b == legacyBuild:
		// Scripts of the legacy build must be fetched in the same way as its loader does.
		return "<" + file + ">; rel=preload; as=script; crossorigin"
	default:
		return "<" + file + ">; rel=modulepreload"
	}
}

func textSources(in lang.Lang, areas []string) []string {
	sources := make([]string, len(areas))
	for i, area := range areas {
		sources[i] = "src/i18n/" + string(in) + "/" + area + ".ts"
	}
	return sources
}
