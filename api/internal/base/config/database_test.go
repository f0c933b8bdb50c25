package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
)

// Behind a pooler there is a direct connection only if the deployment configures one.
func TestDirectURLBypassesThePooler(t *testing.T) {
	t.Parallel()
	usual := production()["DATABASE_URL"]
	const direct = "postgres://loanmarket_app:x@db.internal/loanmarket?sslmode=verify-full"
	for want, changes := range map[string]map[string]string{
		usual:  {},
		direct: {"DATABASE_POOLED": "true", "DATABASE_DIRECT_URL": direct},
		"":     {"DATABASE_POOLED": "true", "DATABASE_LISTEN": "false"},
	} {
		c, err := config.Read(with(changes))
		require.NoError(t, err)
		require.Equal(t, want, c.Direct().Reveal())
	}
}
