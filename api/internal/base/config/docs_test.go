package config_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/caarlos0/env/v11"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// outside are variables that the launcher and the command line read, not this package.
var outside = []string{"PORT", "HOST", "LOANMARKET_DATA", "JOBS"}

// Operators read the page, not the code: it must list every variable exactly once, and no variable that is not read.
func TestConfigurationPageListsEveryVariable(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/configuration.md")
	require.NoError(t, err)
	var documented []string
	for _, row := range regexp.MustCompile(`(?m)^\| (.*?) \|`).FindAllStringSubmatch(string(text), -1) {
		for _, name := range regexp.MustCompile("`([A-Z][A-Z0-9_]+)`").FindAllStringSubmatch(row[1], -1) {
			documented = append(documented, name[1])
		}
	}
	fields, err := env.GetFieldParams(&config.Config{})
	require.NoError(t, err)
	read := slices.Clone(outside)
	for _, field := range fields {
		read = append(read, field.Key)
	}
	assert.ElementsMatch(t, read, documented)
}

// The last cell of a variable's row is its default.
func TestConfigurationPageStatesDefaults(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/configuration.md")
	require.NoError(t, err)
	documented := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Z0-9_]+)` \\|.*\\| (.*?) ?\\|$").FindAllStringSubmatch(string(text), -1) {
		documented[row[1]] = row[2]
	}
	fields, err := env.GetFieldParams(&config.Config{})
	require.NoError(t, err)
	for _, field := range fields {
		if field.HasDefaultValue && documented[field.Key] != "the platform's" {
			assert.Contains(t, documented[field.Key], "`"+field.DefaultValue+"`", field.Key)
		}
	}
	for _, queue := range job.Queues() {
		assert.True(t, strings.Contains(string(text), "`"+string(queue)+"`"), "the page must list queue %s for JOBS", queue)
	}
}
