package postgres_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/golang-migrate/migrate/v4"
	driver "github.com/golang-migrate/migrate/v4/database/pgx/v5"
	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/migrations"
)

var fileName = regexp.MustCompile(`^(\d{6})_[a-z0-9_]+\.(up|down)\.sql$`)

// versions returns the versions of the migrations in order, and checks that each has an up and a down file. Numbers may be
// missing, because they are assigned before the work is done.
func versions(t *testing.T) []uint {
	t.Helper()
	names, err := fs.Glob(migrations.FS, "*.sql")
	require.NoError(t, err)
	ways := map[uint][]string{}
	for _, name := range names {
		number := numberOf(t, name)
		ways[number] = append(ways[number], fileName.FindStringSubmatch(name)[2])
	}
	for number, there := range ways {
		slices.SortFunc(there, cmp.Compare)
		require.Equal(t, []string{"down", "up"}, there, "migration %d", number)
	}
	return slices.Sorted(maps.Keys(ways))
}

// numberOf returns the number of a file.
func numberOf(t *testing.T, name string) uint {
	t.Helper()
	parts := fileName.FindStringSubmatch(name)
	require.NotNil(t, parts, "%s is not named like 000001_what.up.sql", name)
	number, err := strconv.ParseUint(parts[1], 10, 32)
	require.NoError(t, err)
	return uint(number)
}

// TestEveryMigrationIsReversible migrates a database with rows down to nothing, one version at a time, and up again: at
// each version the schema is the same as on the way down.
func TestEveryMigrationIsReversible(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	flowtest.PayOut(t, postgrestest.Open(t, database.AppURL), flowtest.Loan{})
	owner := postgrestest.Open(t, database.OwnerURL)
	all := versions(t)
	before := map[uint]string{}
	for _, version := range slices.Backward(all) {
		require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, version), "down to %d", version)
		before[version] = schema(t, owner)
	}
	downToNothing(t, database.OwnerURL)
	require.Empty(t, relations(t, owner), "the first down migration must remove everything")
	for _, version := range all {
		require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, version), "up to %d", version)
		if !rivers(t, version) || version == all[len(all)-1] {
			require.Equal(t, before[version], schema(t, owner), "version %d", version)
		}
	}
	// The migrated schema works.
	flowtest.PayOut(t, postgrestest.Open(t, database.AppURL), flowtest.Loan{})
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, postgres.Latest), "the schema must be at the latest version")
}

// rivers reports whether a version is one of River's own migrations, whose down files leave a column or a label until the last
// of them.
func rivers(t *testing.T, version uint) bool {
	t.Helper()
	found, err := fs.Glob(migrations.FS, fmt.Sprintf("%06d_river_*", version))
	require.NoError(t, err)
	return len(found) > 0
}

// downToNothing also reverts the first migration, which Migrate cannot do because its version 0 means the newest.
func downToNothing(t *testing.T, url string) {
	t.Helper()
	pool := postgrestest.Open(t, url)
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	target, err := driver.WithInstance(db, &driver.Config{})
	require.NoError(t, err)
	source, err := iofs.New(migrations.FS, ".")
	require.NoError(t, err)
	run, err := migrate.NewWithInstance("iofs", source, "pgx5", target)
	require.NoError(t, err)
	require.NoError(t, run.Down())
	sourceErr, targetErr := run.Close()
	require.NoError(t, sourceErr)
	require.NoError(t, targetErr)
}

func relations(t *testing.T, owner *pgxpool.Pool) (list string) {
	t.Helper()
	require.NoError(t, owner.QueryRow(t.Context(), `
		SELECT COALESCE(string_agg(c.oid::regclass::text, ' '), '') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname IN ('public', 'sandbox_bank', 'sandbox_carrier') AND c.relname NOT LIKE 'schema_migrations%'`).Scan(&list))
	return list
}

// schema describes everything that migrations create: columns, constraints, indexes, triggers, functions, types and privileges.
func schema(t *testing.T, owner *pgxpool.Pool) string {
	t.Helper()
	rows, err := owner.Query(t.Context(), `
		WITH ours AS (
			SELECT c.* FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE n.nspname IN ('public', 'sandbox_bank', 'sandbox_carrier') AND c.relname NOT LIKE 'schema_migrations%'
		)
		SELECT 'relation ' || oid::regclass || ' ' || relkind::text || ' ' || COALESCE(relacl::text, '') FROM ours
		UNION ALL
		SELECT 'column ' || a.attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull::text
			|| ' ' || COALESCE(pg_get_expr(adbin, adrelid), '')
		FROM pg_attribute a JOIN ours ON ours.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
		WHERE a.attnum > 0 AND NOT attisdropped
		UNION ALL
		SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(p.oid) FROM pg_constraint p JOIN ours ON ours.oid = conrelid
		UNION ALL
		SELECT 'index ' || pg_get_indexdef(indexrelid) FROM pg_index JOIN ours ON ours.oid = indrelid
		UNION ALL
		SELECT 'trigger ' || pg_get_triggerdef(g.oid) FROM pg_trigger g JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal
		UNION ALL
		SELECT 'function ' || pg_get_functiondef(p.oid) || ARRAY(SELECT a::text FROM unnest(COALESCE(proacl, acldefault('f', proowner))) a ORDER BY 1)::text FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
		UNION ALL
		SELECT 'enum ' || enumtypid::regtype || ' ' || enumlabel FROM pg_enum
		UNION ALL
		SELECT 'default ' || COALESCE(defaclnamespace::regnamespace::text, '') || ' ' || defaclobjtype::text || ' ' || defaclacl::text FROM pg_default_acl`)
	require.NoError(t, err)
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var line string
		require.NoError(t, rows.Scan(&line))
		lines = append(lines, line)
	}
	require.NoError(t, rows.Err())
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestRiverMigrationsMatchItsLibrary fails if River is upgraded and its migrations have not been copied word for word.
func TestRiverMigrationsMatchItsLibrary(t *testing.T) {
	t.Parallel()
	migrator, err := rivermigrate.New(riverpgxv5.New(nil), nil)
	require.NoError(t, err)
	taken := map[int]string{}
	names, err := fs.Glob(migrations.FS, "*_river_*.up.sql")
	require.NoError(t, err)
	for _, name := range names {
		number, _, _ := strings.Cut(strings.SplitN(name, "_river_", 2)[1], "_")
		version, err := strconv.Atoi(number)
		require.NoError(t, err)
		text, err := fs.ReadFile(migrations.FS, name)
		require.NoError(t, err)
		taken[version] = string(text)
	}
	taught := migrator.AllVersions()
	require.Len(t, taken, len(taught))
	for _, version := range taught {
		require.Contains(t, words(taken[version.Version]), words(version.SQLUp), "River's migration %d", version.Version)
	}
}

// words removes the schema placeholder of River's templates and all whitespace differences.
func words(sql string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(sql, "/* TEMPLATE: schema */", "")), " ")
}

// A migration that needs a table which is locked lets later statements run first, and retries.
func TestMigrationWaitingForLockBlocksNoReads(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	owner, app := postgrestest.Open(t, database.OwnerURL), postgrestest.Open(t, database.AppURL)
	all := versions(t)
	reader, err := app.Begin(t.Context())
	require.NoError(t, err)
	_, err = reader.Exec(t.Context(), `SELECT count(*) FROM member`)
	require.NoError(t, err)
	files := fstest.MapFS{"999999_more.up.sql": {Data: []byte(`ALTER TABLE member ADD COLUMN more int;`)}}
	for _, name := range []string{"up", "down"} {
		last, err := fs.Glob(migrations.FS, fmt.Sprintf("%06d_*.%s.sql", all[len(all)-1], name))
		require.NoError(t, err)
		text, err := fs.ReadFile(migrations.FS, last[0])
		require.NoError(t, err)
		files[last[0]] = &fstest.MapFile{Data: text}
	}
	migrated := make(chan error, 1)
	go func() { migrated <- postgres.MigrateFiles(t.Context(), database.OwnerURL, files, postgres.Latest) }()
	waiting := func() (n int) {
		require.NoError(t, owner.QueryRow(t.Context(), `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'member'::regclass`).Scan(&n))
		return n
	}
	for range 2 {
		require.Eventually(t, func() bool { return waiting() > 0 }, 20*time.Second, time.Millisecond, "the migration must wait for its lock")
		began := time.Now()
		_, err = app.Exec(t.Context(), `SELECT count(*) FROM member`)
		require.NoError(t, err)
		require.Less(t, time.Since(began), 5*time.Second, "a read must not wait behind the migration")
		require.Eventually(t, func() bool { return waiting() == 0 }, 20*time.Second, time.Millisecond)
	}
	require.NoError(t, reader.Rollback(t.Context()))
	require.NoError(t, <-migrated)
	_, err = owner.Exec(t.Context(), `SELECT more FROM member`)
	require.NoError(t, err)
}

// An invalid index that an interrupted process left is created again.
func TestInterruptedIndexIsRecreated(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	owner := postgrestest.Open(t, database.OwnerURL)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, 86))
	_, err := owner.Exec(t.Context(), `CREATE INDEX loan_running ON loan (principal)`)
	require.NoError(t, err)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, postgres.Latest))
	var definition string
	require.NoError(t, owner.QueryRow(t.Context(), `SELECT pg_get_indexdef('loan_running'::regclass)`).Scan(&definition))
	require.Contains(t, definition, "(order_id) WHERE (settled_on IS NULL)")
}

// Data from before an identity is assigned to its device where that is known, otherwise to none.
func TestMigrationAssignsOldDataToDevices(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	owner := postgrestest.Open(t, database.OwnerURL)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, 211))
	postgrestest.Fill(t, owner,
		`INSERT INTO member (id, region, phone, phone_hash, lang, created_at) SELECT md5('m' || n)::uuid, 'vi', '090' || n, decode(md5('m' || n), 'hex'), 'vi', now() FROM generate_series(1, 3) n`,
		`INSERT INTO device (id, member_id, hash, created_at, seen_at) SELECT md5('d' || n)::uuid, md5('m' || least(n, 3))::uuid, decode(md5('d' || n), 'hex'), now(), now() FROM generate_series(1, 4) n`,
		`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at)
			SELECT md5(kind || n)::uuid, md5('m' || n)::uuid, kind, kind || n, 'x', 1, '', now() FROM generate_series(1, 3) n, unnest('{identity,complaint,document}'::text[]) kind`,
		`INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
			SELECT id, 'vi', 'X', 'x', 'x', '1234', '1990-01-01', 0, md5('identity2')::uuid, md5('identity2')::uuid, now() FROM member WHERE id = md5('m2')::uuid`,
		`INSERT INTO support_ticket (id, ticket_no, member_id, kind, due_on, created_at, device_id) VALUES (md5('t')::uuid, 't', md5('m3')::uuid, 'complaint', '2026-01-01', now(), md5('d4')::uuid)`,
		`INSERT INTO support_message (id, ticket_id, author, body, created_at) VALUES (md5('t')::uuid, md5('t')::uuid, 'borrower', 'x', now())`,
		`INSERT INTO support_message_file (message_id, position, file_id) VALUES (md5('t')::uuid, 1, md5('complaint3')::uuid)`,
		`INSERT INTO carrier_session (id, member_id, region, carrier, kind, way, state, created_at, expires_at)
			SELECT md5('c' || n)::uuid, md5('m' || n)::uuid, 'vi', 'x', 'verify', 'code', 'code', now(), now() FROM generate_series(1, 3) n`)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, 212))
	noted := func(table, key, device string) {
		t.Helper()
		var right bool
		require.NoError(t, owner.QueryRow(t.Context(), `
			SELECT device_id IS NOT DISTINCT FROM md5(NULLIF($2::text, ''))::uuid FROM `+table+` WHERE id = md5($1::text)::uuid`, key, device).Scan(&right))
		require.True(t, right, "%s of %s", key, device)
	}
	for key, device := range map[string]string{
		"identity1": "d1", "complaint1": "d1", "document1": "", // one device
		"identity2": "", "complaint2": "", "document2": "", // an identity
		"identity3": "", "complaint3": "d4", "document3": "", // two devices
	} {
		noted("file_object", key, device)
	}
	for key, device := range map[string]string{"c1": "d1", "c2": "", "c3": ""} {
		noted("carrier_session", key, device)
	}
}

// A product whose lender belongs to another region is moved to that region, and is not offered until it has been reviewed.
func TestMigrationMovesProductToLendersRegion(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	paid := flowtest.PayOut(t, postgrestest.Open(t, database.AppURL), flowtest.Loan{})
	flowtest.PayOut(t, postgrestest.Open(t, database.AppURL), flowtest.Loan{Lender: "lotus"})
	owner := postgrestest.Open(t, database.OwnerURL)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, 212))
	_, err := owner.Exec(t.Context(), `UPDATE lender SET region = 'th' WHERE code = 'sen'`)
	require.NoError(t, err)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, postgres.Latest))
	var products string
	require.NoError(t, owner.QueryRow(t.Context(), `
		SELECT string_agg(concat_ws(' ', lender_code, region, status), ', ' ORDER BY lender_code) FROM loan_product`).Scan(&products))
	require.Equal(t, "lotus vi active, sen th suspended", products)
	var region string
	require.NoError(t, owner.QueryRow(t.Context(), `SELECT region FROM loan_order WHERE id = $1`, paid.OrderID).Scan(&region))
	require.Equal(t, "vi", region, "the region of an existing order must not change")
}

// If the job that notifies of a row was discarded, nobody was notified although the row says so: it is notified again, and no
// other is.
func TestMigrationRepeatsLostNotifications(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	paid := flowtest.PayOut(t, postgrestest.Open(t, database.AppURL), flowtest.Loan{})
	owner := postgrestest.Open(t, database.OwnerURL)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, 250))
	_, err := owner.Exec(t.Context(), `
		WITH alarm AS (
			INSERT INTO payment_alarm (kind, disbursement_id, detail, raised_at, told_at)
			SELECT k.kind, d.id, '', now(), now() FROM disbursement d, unnest(ARRAY['payout_stuck', 'payout_refused']) k (kind)
			WHERE d.order_id = $1 RETURNING 'payment_alarm' AS of, id, kind = 'payout_stuck' AS lost
		), review AS (
			INSERT INTO identity_review (member_id, id_number_hash, asked_at, told_at)
			SELECT member_id, sha256('x'), now(), now() FROM loan_order WHERE id = $1 RETURNING 'identity_review' AS of, id, true AS lost
		)
		INSERT INTO river_job (kind, args, state, max_attempts, finalized_at)
		SELECT 'alarm.tell', jsonb_build_object('table', r.of, 'id', r.id), CASE WHEN r.lost THEN 'discarded' ELSE 'completed' END::river_job_state, 500, now()
		FROM (SELECT * FROM alarm UNION ALL SELECT * FROM review) r`, paid.OrderID)
	require.NoError(t, err)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, 251))
	var untold string
	require.NoError(t, owner.QueryRow(t.Context(), `
		SELECT string_agg(what, ', ' ORDER BY what) FROM (
			SELECT kind AS what FROM payment_alarm WHERE told_at IS NULL UNION ALL SELECT 'identity' FROM identity_review WHERE told_at IS NULL) w`).Scan(&untold))
	require.Equal(t, "identity, payout_stuck", untold)
}

// Processes of the release before 227 keep running beside the newest schema, and return after a rollback.
func TestExtensionOfPreviousReleaseIsAccepted(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	var behind int
	require.NoError(t, pool.QueryRow(t.Context(), `
		INSERT INTO loan_extension (order_id, seq, effective_on, days, old_due_date, new_due_date, fee, payment_id, created_at)
		VALUES ($1, 1, '2026-05-01', 30, '2026-05-01', '2026-05-31', 1000, NULL, '2026-05-01Z')
		RETURNING after_payment`, paid.OrderID).Scan(&behind))
	require.Zero(t, behind, "the default must be the value of the previous release")
}
