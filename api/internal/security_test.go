package internal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// requirement matches a line of the table: number, level, text, status, evidence.
var requirement = regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$`)

// requirements is the number of requirements of ASVS 5.0 at levels 1 and 2.
const requirements = 253

// The page on security states the status of each requirement, and its evidence must exist: if a test is renamed or removed, the
// claim must be changed too.
func TestSecurityPageMatchesCode(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "api/docs/security.md"))
	require.NoError(t, err)
	listed, verdicts := map[string]bool{}, map[string]int{}
	for _, line := range requirement.FindAllStringSubmatch(string(text), -1) {
		number, verdict, by := line[1], line[4], line[5]
		assert.False(t, listed[number], "%s is listed twice", number)
		listed[number] = true
		verdicts[verdict]++
		assert.Contains(t, []string{"met", "partly", "**not met**", "deployment", "not applicable"}, verdict, number)
		assert.NotEmpty(t, by, "%s needs its evidence or a reason", number)
		for _, found := range mention.FindAllStringSubmatch(by, -1) {
			named(t, number, found[1], found[2])
		}
	}
	require.Len(t, listed, requirements)
	require.Contains(t, string(text), fmt.Sprintf("Of %d: %d met, %d partly, %d not met, %d of the deployment, %d not applicable.",
		requirements, verdicts["met"], verdicts["partly"], verdicts["**not met**"], verdicts["deployment"], verdicts["not applicable"]))
}

// named checks that a file exists and contains a name.
func named(t *testing.T, where, path, name string) {
	t.Helper()
	info, err := os.Stat(filepath.Join(root, path))
	if !assert.NoError(t, err, "%s names %s", where, path) || name == "" || info.IsDir() {
		return
	}
	content, err := os.ReadFile(filepath.Join(root, path))
	require.NoError(t, err)
	assert.Regexp(t, `(^|\W)`+regexp.QuoteMeta(name)+`(\W|$)`, string(content), "%s names %s", where, path)
}
