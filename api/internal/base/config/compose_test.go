package config_test

import (
	"testing"

	"github.com/caarlos0/env/v11"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/test/composetest"
)

// settled are the variables that compose.yaml need not set, with the reason.
var settled = map[string]string{
	"PROFILE":              "production is the default",
	"STOP_TIME":            "stop_grace_period matches its default",
	"MIGRATE_DATABASE_URL": "only the service migrate needs it",
	"DATABASE_LISTEN":      "compose.yaml runs its own database", "DATABASE_POOLED": "compose.yaml runs its own database",
	"DATABASE_DIRECT_URL": "compose.yaml runs its own database", "DATABASE_REPLICA_URL": "compose.yaml runs its own database",
	"S3_REGION": "compose.yaml runs its own object store", "S3_BUCKET_PREFIX": "compose.yaml runs its own object store",
}

// compose.yaml is an operator's starting point: with the variables in its head comment set, production starts.
func TestComposeFileSetsAllProductionNeeds(t *testing.T) {
	t.Parallel()
	file := composetest.Read(t)
	given := with(map[string]string{
		"OWNER_PASSWORD": "owner", "APP_PASSWORD": "app", "PRODUCTS_DIR": "./products", "PRODUCTS": "20005", "TRUSTED_PROXIES": "172.16.0.0/12",
	})
	environment := file.Environment("api", given)
	_, err := config.Read(environment)
	require.NoError(t, err)
	for name := range given {
		if file.Asks(name) {
			require.Contains(t, file.Head, name+"=", "the head comment must list every variable to set")
		}
	}
	owner := file.Environment("migrate", given)
	require.Equal(t, "true", owner["ALLOW_PLAINTEXT"])
	require.Error(t, config.CheckOwner(config.Production, config.Secret(owner["MIGRATE_DATABASE_URL"]), false), "the connection to this database is not encrypted")
	delete(environment, "PAYMENT_KEY")
	_, err = config.Read(environment)
	require.ErrorContains(t, err, "PAYMENT_KEY")
}

// Passwords generated like the keys (openssl rand -base64) contain slashes.
func TestComposeFileAcceptsAnyPassword(t *testing.T) {
	file := composetest.Read(t)
	given := with(map[string]string{"OWNER_PASSWORD": "ow/ne#r?@:%", "APP_PASSWORD": "a/p#p?@:%"})
	for service, want := range map[string]struct{ url, password string }{
		"migrate": {"MIGRATE_DATABASE_URL", given["OWNER_PASSWORD"]}, "api": {"DATABASE_URL", given["APP_PASSWORD"]},
	} {
		environment := file.Environment(service, given)
		t.Setenv("PGPASSWORD", environment["PGPASSWORD"])
		read, err := pgx.ParseConfig(environment[want.url])
		require.NoError(t, err, service)
		require.Equal(t, "postgres", read.Host)
		require.Equal(t, want.password, read.Password, service)
	}
}

// After a crash of a process or a restart of the machine, the services start again.
func TestComposeServicesRestart(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"migrate"}, composetest.Read(t).Ending(), "only migrate exits after its work")
}

// An unlimited log would fill the database's disk.
func TestComposeServicesLimitTheirLogs(t *testing.T) {
	t.Parallel()
	require.ElementsMatch(t, []string{"postgres", "s3", "migrate", "api", "face"}, composetest.Read(t).Logging())
}

// A variable that compose.yaml does not pass on never reaches the process, whatever the documentation says.
func TestComposeFilePassesEveryVariable(t *testing.T) {
	t.Parallel()
	file := composetest.Read(t)
	fields, err := env.GetFieldParams(&config.Config{})
	require.NoError(t, err)
	for _, field := range fields {
		_, has := settled[field.Key]
		assert.NotEqual(t, has, file.Names("api", field.Key), field.Key)
	}
}

// By default PostgreSQL's error details quote the rejected row.
func TestComposePostgresLogOmitsRows(t *testing.T) {
	t.Parallel()
	require.Contains(t, composetest.Read(t).Command("postgres"), "log_error_verbosity=terse")
}
