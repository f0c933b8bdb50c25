package config_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
)

// What `docker compose` puts in the place of ${NAME}, ${NAME:-default} and ${NAME:?message}.
var placeholder = regexp.MustCompile(`\$\{([A-Z0-9_]+)(?::-([^}]*)|:\?[^}]*)?\}`)

// compose.yaml is what an operator begins with: with the variables set that its head names, production starts.
func TestTheContainersHaveAllThatProductionNeeds(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../compose.yaml")
	require.NoError(t, err)
	var compose struct {
		Services map[string]struct {
			Environment map[string]string
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &compose))
	head, _, _ := strings.Cut(string(text), "\nname:")
	given := with(map[string]string{"OWNER_PASSWORD": "owner", "APP_PASSWORD": "app", "PRODUCTS_DIR": "./products", "PRODUCTS": "20005"})
	for name := range given {
		if !strings.Contains(head, name+"=") && !strings.HasPrefix(name, "SMS_") {
			delete(given, name)
		}
	}
	environment := map[string]string{}
	for name, value := range compose.Services["api"].Environment {
		environment[name] = placeholder.ReplaceAllStringFunc(value, func(found string) string {
			parts := placeholder.FindStringSubmatch(found)
			if given[parts[1]] != "" {
				return given[parts[1]]
			}
			return parts[2]
		})
	}
	_, err = config.Read(environment)
	require.NoError(t, err)
	owner := compose.Services["migrate"].Environment
	require.Equal(t, "true", owner["ALLOW_PLAINTEXT"])
	require.Error(t, config.CheckOwner(config.Production, config.Secret(owner["MIGRATE_DATABASE_URL"]), false), "the line to this database is in the open")
	delete(environment, "PAYMENT_KEY")
	_, err = config.Read(environment)
	require.ErrorContains(t, err, "PAYMENT_KEY")
}
