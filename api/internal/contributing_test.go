package internal_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../.."

var (
	// mention matches a file in backquotes, optionally followed by a name in backquotes that the file contains.
	mention = regexp.MustCompile("`([a-zA-Z0-9_.-]+(?:/[a-zA-Z0-9_.-]+)+)`(?:\\s+`([^`]+)`)?")
	link    = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	// noSlug matches what GitHub removes from a heading to create its anchor.
	noSlug = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// A newcomer follows the worked example, and looks up where a rule is implemented: every file that is mentioned must exist, and
// contain the name mentioned with it.
func TestDocumentsNameExistingFilesAndNames(t *testing.T) {
	t.Parallel()
	for page, atLeast := range map[string]int{".github/CONTRIBUTING.md": 13, "api/README.md": 24} {
		text, err := os.ReadFile(filepath.Join(root, page))
		require.NoError(t, err)
		checked := 0
		for _, found := range mention.FindAllStringSubmatch(string(text), -1) {
			path, name := filepath.Join(root, found[1]), found[2]
			info, err := os.Stat(path)
			if name == "" && os.IsNotExist(err) {
				continue // a call's name, not a file
			}
			if assert.NoError(t, err, "%s: %s does not exist", page, found[1]) && name != "" && !info.IsDir() {
				content, err := os.ReadFile(path)
				require.NoError(t, err)
				assert.Regexp(t, `(^|\W)`+regexp.QuoteMeta(name), string(content), "%s: %s must contain %s", page, found[1], name)
				checked++
			}
		}
		require.GreaterOrEqual(t, checked, atLeast, page)
	}
}

// No page may link to a file that has been moved, or to a missing section.
func TestDocumentLinksHaveTargets(t *testing.T) {
	t.Parallel()
	pages := []string{"README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md", "api/README.md", "mobile/native/README.md", "api/face-worker/README.md"}
	docs, err := filepath.Glob(filepath.Join(root, "api/docs/*.md"))
	require.NoError(t, err)
	require.NotEmpty(t, docs)
	for _, page := range docs {
		relative, err := filepath.Rel(root, page)
		require.NoError(t, err)
		pages = append(pages, relative)
	}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(root, page))
		require.NoError(t, err)
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			target := filepath.Join(root, filepath.Dir(page), found[1])
			if found[1] == "" {
				target = filepath.Join(root, page)
			}
			content, err := os.ReadFile(target)
			if info, there := os.Stat(target); there == nil && info.IsDir() {
				continue
			}
			if assert.NoError(t, err, "%s links to missing %s", page, found[1]) && found[2] != "" {
				assert.Contains(t, anchors(string(content)), found[2], "%s links to missing %s", page, found[0])
			}
		}
	}
}

// anchors returns GitHub's anchors for the headings of a page.
func anchors(text string) (all []string) {
	for _, found := range heading.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.ReplaceAll(noSlug.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-"))
	}
	return all
}
