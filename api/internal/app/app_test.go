package app_test

import (
	"context"
	"encoding/base64"
	"maps"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/app"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

func key(b byte) string {
	raw := make([]byte, 32)
	raw[0], raw[1] = b, 255-b
	return base64.StdEncoding.EncodeToString(raw)
}

// build starts an app of the development profile with some variables changed, and shuts it down.
func build(t *testing.T, database postgrestest.Database, changes map[string]string) error {
	t.Helper()
	return start(t, configured(t, database, changes), zerolog.Nop(), app.Options{})
}

// configured returns the development profile with some variables changed.
func configured(t *testing.T, database postgrestest.Database, changes map[string]string) config.Config {
	t.Helper()
	store := s3test.New(t)
	variables := map[string]string{
		"PROFILE": "development", "S3_ENDPOINT": "http://" + store.Endpoint,
		"S3_ACCESS_KEY": store.AccessKey, "S3_SECRET_KEY": store.SecretKey, "S3_BUCKET_PREFIX": store.Prefix,
		"DATA_KEYS": "2026:" + key(1), "HASH_KEY": key(2), "CALLBACK_KEY": key(3),
	}
	maps.Copy(variables, database.Variables())
	maps.Copy(variables, changes)
	c, err := config.Read(variables)
	require.NoError(t, err)
	return c
}

// start starts an app and shuts it down.
func start(t *testing.T, c config.Config, log zerolog.Logger, options app.Options) error {
	t.Helper()
	a, err := app.New(t.Context(), c, log, options)
	if err != nil {
		return err
	}
	require.NoError(t, a.Start(t.Context()))
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return a.Stop(ctx)
}

func TestStartsAndStopsWithoutARequest(t *testing.T) {
	t.Parallel()
	require.NoError(t, build(t, postgrestest.Create(t), nil))
}

// A request that takes long, such as the download of the Android app over a slow connection, must not leave the jobs without time to
// finish.
func TestJobsEndWhileARequestTakesLong(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	entered, ready := make(chan struct{}), make(chan struct{})
	a, err := app.New(t.Context(), configured(t, database, nil), zerolog.Nop(), app.Options{CountTrips: func(string, *postgres.Trips) {
		close(entered)
		<-ready
	}})
	require.NoError(t, err)
	require.NoError(t, a.Start(t.Context()))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served, stopped, answered := make(chan error, 1), make(chan error, 1), make(chan error, 1)
	go func() { served <- a.Serve(listener) }()
	go func() {
		answer, err := http.Get("http://" + listener.Addr().String() + "/healthz")
		if err == nil {
			err = answer.Body.Close()
		}
		answered <- err
	}()
	<-entered
	pool := postgrestest.Open(t, database.OwnerURL)
	leads := func(want bool) {
		t.Helper()
		require.Eventually(t, func() (leads bool) {
			require.NoError(t, pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM river_leader)`).Scan(&leads))
			return leads == want
		}, 20*time.Second, 100*time.Millisecond)
	}
	leads(true)
	go func() { stopped <- a.Stop(t.Context()) }()
	defer func() {
		close(ready)
		require.NoError(t, <-answered)
		require.NoError(t, <-stopped)
		require.NoError(t, <-served)
	}()
	leads(false)
}

// A job that is never inserted never runs: interest would not accrue, and offers would not expire.
func TestEveryPeriodicJobIsInsertedAtTheStart(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	a, err := app.New(t.Context(), configured(t, database, map[string]string{
		"ALARM_WEBHOOK_URL": "http://127.0.0.1:1", "ALARM_WEBHOOK_KEY": key(8),
	}), zerolog.Nop(), app.Options{})
	require.NoError(t, err)
	require.NoError(t, a.Start(t.Context()))
	pool := postgrestest.Open(t, database.OwnerURL)
	want := []string{
		"account.erase", "alarm.scan", "care.check_hardships", "face.sweep", "loan.accrue", "maintenance.orphans", "maintenance.purge",
		"maintenance.restore_last4", "maintenance.sweep", "order.expire", "order.requeue_payouts", "payment.requeue_refunds", "reminder.scan",
	}
	var kinds []string
	require.Eventually(t, func() bool {
		rows, err := pool.Query(t.Context(), `SELECT DISTINCT kind FROM river_job ORDER BY kind`)
		require.NoError(t, err)
		kinds, err = pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		return slices.Equal(want, kinds)
	}, 20*time.Second, 100*time.Millisecond, "%v", &kinds)
	require.NoError(t, a.Stop(t.Context()))
}

func TestProductionRefusesAMovedClock(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	_, err := postgrestest.Open(t, database.OwnerURL).Exec(t.Context(), `UPDATE clock_offset SET seconds = 86400`)
	require.NoError(t, err)
	require.NoError(t, build(t, database, nil), "the development profile may have a moved clock")
	require.ErrorContains(t, build(t, database, production()), "clock")
}

// production returns the variables of a deployment in addition to those of build.
func production() map[string]string {
	return map[string]string{
		"PROFILE": "production", "SMS_GATEWAY": "twilio", "SMS_ACCOUNT_SID": "AC1", "SMS_AUTH_TOKEN": "t", "SMS_SENDER": "VAYRO",
		"PAYMENT_GATEWAY": "http", "PAYMENT_URL": "https://bank.example", "PAYMENT_KEY": key(9),
		"COLLECTION_BANK_NAME": "Bank", "COLLECTION_ACCOUNT": "1", "COLLECTION_HOLDER": "VAY RO",
		"PRODUCTS_DIR": "../base/appproduct/data/vi",
	}
}

// An operator who forgets to migrate learns it at the start, before any borrower is affected.
func TestRefusesASchemaOfAnEarlierRelease(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, 290))
	require.ErrorIs(t, build(t, database, nil), postgres.ErrBehind)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, postgres.Latest))
	require.NoError(t, build(t, database, nil))
}

// The journal is append-only because the application role must not rewrite it. As the owner of the schema it could.
func TestProductionRefusesARoleThatMayRewriteTheJournal(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	variables := production()
	require.NoError(t, build(t, database, variables))
	variables["DATABASE_URL"], variables["DATABASE_POOLED"] = database.OwnerURL, "false"
	require.ErrorContains(t, build(t, database, variables), "journal")
}

// With another region, every list would be empty, and whoever logs in would be a new member.
func TestProductionRefusesTheMembersOfAnotherRegion(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	variables := production()
	require.NoError(t, build(t, database, variables), "a database without members")
	pool := postgrestest.Open(t, database.OwnerURL)
	id := flowtest.Member(t, pool)
	require.NoError(t, build(t, database, variables))
	_, err := pool.Exec(t.Context(), `UPDATE member SET region = 'th' WHERE id = $1`, id)
	require.NoError(t, err)
	require.ErrorContains(t, build(t, database, variables), `REGION: the members of this database are of region "th", and this process serves "vi"`)
	require.NoError(t, build(t, database, nil), "a developer may try another region on the same data")
}

// Most calls need no file, so a process that starts while the object store is away serves them.
func TestStartsWithoutTheObjectStore(t *testing.T) {
	t.Parallel()
	require.NoError(t, build(t, postgrestest.Create(t), map[string]string{"S3_ENDPOINT": "http://127.0.0.1:1"}))
}

// Two deployments on one account with the same prefix would each remove the files for which the other has rows.
func TestRefusesTheBucketsOfAnotherDeployment(t *testing.T) {
	t.Parallel()
	shared := map[string]string{"S3_BUCKET_PREFIX": s3test.New(t).Prefix}
	first, second := postgrestest.Create(t), postgrestest.Create(t)
	_, err := postgrestest.Open(t, second.OwnerURL).Exec(t.Context(), `UPDATE deployment SET id = gen_random_uuid()`)
	require.NoError(t, err)
	require.NoError(t, build(t, first, shared))
	err = build(t, second, shared)
	require.ErrorContains(t, err, "S3_BUCKET_PREFIX of its own")
	require.ErrorContains(t, err, "loanmarket ops files adopt")
	require.NoError(t, build(t, first, shared), "a restart accepts its own buckets")
}

func TestConfigurationErrorsNameTheProblem(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	for want, changes := range map[string]map[string]string{
		"PRODUCTS: product 99999":      {"PRODUCTS": "99999"},
		"PRODUCTS_DIR or PRODUCTS: pr": {"PRODUCTS_DIR": t.TempDir()},
		"does not produce JSON":        {"SMS_GATEWAY": "http", "SMS_URL": "https://sms.example", "SMS_BODY": "{{.Body}}"},
		"SMS_BODY or SMS_REFUSED: sms": {"SMS_GATEWAY": "http", "SMS_URL": "https://sms.example", "SMS_BODY": "{{"},
		"the refusal of a number":      {"SMS_GATEWAY": "http", "SMS_URL": "https://sms.example", "SMS_BODY": "{}", "SMS_REFUSED": "422,503"},
		"object store":                 {"S3_SECRET_KEY": "wrong"},
		"APP_DIR: the built app":       {"APP_DIR": "/nowhere"},
		"no index.html":                {"APP_DIR": t.TempDir()},
		"CONTENT_DIR":                  {"CONTENT_DIR": "/nowhere"},
		"the database does not answer": {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing?connect_timeout=1"},
	} {
		require.ErrorContains(t, build(t, database, changes), want)
	}
}
