package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
)

// Plaintext is allowed on the same machine, and elsewhere only if the operator allows it.
func TestPlaintextIsAcceptedLocallyOrIfAllowed(t *testing.T) {
	t.Parallel()
	for name, changes := range map[string]map[string]string{
		"loopback":    {"S3_ENDPOINT": "http://127.0.0.1:9000", "DATABASE_URL": "postgres://app:x@localhost/loanmarket?sslmode=disable"},
		"IPv6":        {"S3_ENDPOINT": "http://[::1]:9000", "DATABASE_URL": "postgres://app:x@[::1]/loanmarket"},
		"Unix socket": {"DATABASE_URL": "postgres://app:x@/loanmarket?host=/run/postgresql"},
		"allowed": {
			"S3_ENDPOINT": "http://s3:7070", "DATABASE_URL": "postgres://app:x@postgres/loanmarket?sslmode=disable", "ALLOW_PLAINTEXT": "true",
		},
	} {
		_, err := config.Read(with(changes))
		require.NoError(t, err, name)
	}
}
