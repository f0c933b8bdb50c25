// Package composetest reads compose.yaml as `docker compose` does.
package composetest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
)

// The placeholders that `docker compose` replaces: ${NAME}, ${NAME:-default} and ${NAME:?message}.
var placeholder = regexp.MustCompile(`\$\{([A-Z0-9_]+)(?::-([^}]*)|:(\?)[^}]*)?\}`)

// File is the content of compose.yaml.
type File struct {
	// Head is the comment at its top: what an operator has to set.
	Head     string
	text     string
	services map[string]service
}

// service is a service of the file.
type service struct {
	// A variable without a value is passed on if the operator has set it.
	Environment map[string]*string
	Command     []string
	Restart     string
	HealthCheck struct{ Test []string } `yaml:"healthcheck"`
	Logging     struct{ Options map[string]string }
}

// Read reads compose.yaml.
func Read(t testing.TB) File {
	t.Helper()
	root, err := repo.Root()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, "compose.yaml"))
	require.NoError(t, err)
	var compose struct{ Services map[string]service }
	require.NoError(t, yaml.Unmarshal(text, &compose))
	head, _, _ := strings.Cut(string(text), "\nname:")
	return File{Head: head, text: string(text), services: compose.Services}
}

// Names reports whether a service sets or passes on a variable.
func (f File) Names(service, variable string) bool {
	_, has := f.services[service].Environment[variable]
	return has
}

// Ending returns the services that are not restarted after their process has ended.
func (f File) Ending() (names []string) {
	for name, s := range f.services {
		if s.Restart == "" {
			names = append(names, name)
		}
	}
	return names
}

// Logging returns the services whose log size is limited.
func (f File) Logging() (names []string) {
	for name, s := range f.services {
		if s.Logging.Options["max-size"] != "" && s.Logging.Options["max-file"] != "" {
			names = append(names, name)
		}
	}
	return names
}

// Command returns the command of a service's container, if it is not the image's own.
func (f File) Command(service string) []string { return f.services[service].Command }

// HealthCheck returns the command with which docker checks the health of a service's container, beginning with the program.
func (f File) HealthCheck(service string) []string {
	test := f.services[service].HealthCheck.Test
	if len(test) < 2 || test[0] != "CMD" {
		return nil
	}
	return test[1:]
}

// Asks reports whether compose refuses to start until a variable is set.
func (f File) Asks(variable string) bool { return strings.Contains(f.text, "${"+variable+":?") }

// Environment returns the environment of a service when an operator has set some variables.
func (f File) Environment(service string, given map[string]string) map[string]string {
	environment := map[string]string{}
	for name, value := range f.services[service].Environment {
		if value == nil {
			if set, ok := given[name]; ok {
				environment[name] = set
			}
			continue
		}
		environment[name] = placeholder.ReplaceAllStringFunc(*value, func(found string) string {
			parts := placeholder.FindStringSubmatch(found)
			if given[parts[1]] != "" {
				return given[parts[1]]
			}
			return parts[2]
		})
	}
	return environment
}
