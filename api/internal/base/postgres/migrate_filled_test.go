package postgres_test

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const (
	// oldVersion is the schema version of an old release that was in use.
	oldVersion = 26
	// planted is how many rows each of its tables has.
	planted = 2000
	// patience is how long a client may have to wait during the migration, on a busy machine.
	patience = 5 * time.Second
)

// A market of an old release, with rows in every table, is migrated while a client reads and writes: existing data is kept, no
// statement fails and none waits for long.
func TestOldReleaseWithDataMigratesWhileInUse(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	owner := postgrestest.Open(t, database.OwnerURL)
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, oldVersion))
	tables := tablesOf(t, owner)
	postgrestest.Fill(t, owner, plant(t, owner, tables)...)
	before := map[string]string{}
	for name, columns := range tables {
		before[name] = print(t, owner, name, columns, renamed)
		require.False(t, strings.HasPrefix(before[name], "0 "), "%s must have rows", name)
	}

	app := postgrestest.Open(t, database.AppURL)
	ctx, stop := context.WithCancel(t.Context())
	used := make(chan use, 1)
	go func() { used <- work(ctx, app, tables) }()
	migrated := make(chan error, 1)
	go func() { migrated <- postgres.Migrate(t.Context(), database.OwnerURL, postgres.Latest) }()
	require.NoError(t, <-migrated)
	stop()
	u := <-used
	require.NoError(t, u.err)
	require.Less(t, u.longest, patience, "%d calls, slowest statement: %s", u.calls, u.slowest)
	require.Positive(t, u.calls)
	for name, columns := range tables {
		require.Equal(t, before[name], print(t, owner, name, columns, nil), name)
	}
}

// use is what a client experienced.
type use struct {
	calls   int
	longest time.Duration
	slowest string
	err     error
}

// work repeatedly reads every table and writes into the busiest ones.
func work(ctx context.Context, app *pgxpool.Pool, tables map[string][]string) (u use) {
	statements := []string{
		`UPDATE payment SET memo = memo WHERE id = (SELECT id FROM payment LIMIT 1)`, `UPDATE loan SET due_date = due_date WHERE order_id = (SELECT order_id FROM loan LIMIT 1)`,
		`UPDATE payment_intent SET amount = amount WHERE id = (SELECT id FROM payment_intent LIMIT 1)`, `UPDATE refund SET amount = amount WHERE id = (SELECT id FROM refund LIMIT 1)`,
		`UPDATE member SET lang = lang WHERE id = (SELECT id FROM member LIMIT 1)`, `UPDATE disbursement SET amount = amount WHERE id = (SELECT id FROM disbursement LIMIT 1)`,
	}
	for name := range tables {
		statements = append(statements, `SELECT * FROM `+name+` LIMIT 5`)
	}
	for ctx.Err() == nil {
		for _, sql := range statements {
			began := time.Now()
			// A plan from before a column was added is made again once, as the pool's own cache does.
			_, err := app.Exec(context.WithoutCancel(ctx), sql, pgx.QueryExecModeExec)
			if took := time.Since(began); took > u.longest {
				u.longest, u.slowest = took, sql
			}
			if u.calls++; err != nil {
				u.err = fmt.Errorf("%s: %w", sql, err)
				return u
			}
		}
	}
	return u
}

// tablesOf returns the tables of the market with their columns, except those of the queue's library, which migrates them
// itself, and the order transitions and the chart of accounts, which belong to the program and which a release may extend.
func tablesOf(t *testing.T, owner *pgxpool.Pool) map[string][]string {
	t.Helper()
	rows, err := owner.Query(t.Context(), `
		SELECT c.oid::regclass::text, array_agg(a.attname::text ORDER BY a.attnum) FROM pg_class c
		JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE n.nspname IN ('public', 'sandbox_bank', 'sandbox_carrier') AND c.relkind = 'r' AND c.relname !~ '^(river|schema_migrations|order_transition|ledger_account)' GROUP BY 1`)
	require.NoError(t, err)
	tables := map[string][]string{}
	var name string
	var columns []string
	_, err = pgx.ForEachRow(rows, []any{&name, &columns}, func() error { tables[name] = columns; return nil })
	require.NoError(t, err)
	return tables
}

// renamed are values that have been renamed since, as expressions that return the new name.
var renamed = map[string]string{
	"lender.gateway": `replace(gateway, 'house', 'embedded')`, "support_message.author": `replace(author, 'house', 'support')`,
}

// print returns a fingerprint of the columns that a table had, some of them by an expression.
func print(t *testing.T, owner *pgxpool.Pool, table string, columns []string, by map[string]string) (found string) {
	t.Helper()
	var there []string
	require.NoError(t, owner.QueryRow(t.Context(), `
		SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`, table).Scan(&there))
	var kept []string
	for _, c := range columns {
		for _, other := range there {
			if c == other {
				kept = append(kept, cmp.Or(by[table+"."+c], c))
			}
		}
	}
	require.NoError(t, owner.QueryRow(t.Context(), fmt.Sprintf(
		`SELECT count(*) || ' ' || COALESCE(md5(string_agg(line, '' ORDER BY line)), '') FROM (SELECT md5(ROW(%s)::text) AS line FROM %s) x`,
		strings.Join(kept, ", "), table)).Scan(&found))
	return found
}

// oneOf finds the values that a check allows for a column.
var oneOf = regexp.MustCompile(`^CHECK \(\((\w+) = ANY \(ARRAY\[('[^']*')`)

// special are values that the checks of the old schema require, as expressions over n.
var special = map[string]string{
	"idempotency_key.key": `'key-0000' || n`, "contact.phone": `'0900000' || n`, "identity.id_last4": `'1234'`, "sms_code.type": `200`,
	"loan_product_version.terms_days": `'{91}'`, "carrier_session.code_length": `6`, "repayment_proof.file_ids": `ARRAY[md5(n::text)::uuid]`,
	"clock_offset.only_row": `true`, "carrier_session.reason": `''`,
	"hardship.until": `date '2026-09-01'`, "payment_alarm.closed_by": `''`,
	"loan.first_due_date": `date '2026-12-01'`, "loan.due_date": `date '2026-12-31'`, "loan_extension.new_due_date": `date '2027-01-01'`,
	"member.phone": `'090' || n`, "member.status": `'active'`,
	"bank_card.status": `1`, "bank_card.account_number_enc": `'x'`, "bank_card.account_hash": `decode(md5(n::text), 'hex')`,
	"payment.order_id": `md5('order_id' || n)::uuid`, "payment.member_id": `md5('member_id' || n)::uuid`, "payment.seq": `n`,
}

// plant returns the inserts that fill every empty table, with distinct values in each row where the type allows it.
func plant(t *testing.T, owner *pgxpool.Pool, tables map[string][]string) (inserts []string) {
	t.Helper()
	rows, err := owner.Query(t.Context(), `
		SELECT a.attrelid::regclass::text, a.attname::text, format_type(a.atttypid, a.atttypmod), a.attidentity::text || a.attgenerated::text,
			COALESCE((SELECT string_agg(pg_get_constraintdef(k.oid), E'\n') FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'c' AND a.attnum = ANY (k.conkey) AND cardinality(k.conkey) = 1), ''),
			a.attnotnull
		FROM pg_attribute a WHERE a.attrelid = ANY ($1::text[]::regclass[]) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, a.attnum`, keys(tables))
	require.NoError(t, err)
	into, values := map[string][]string{}, map[string][]string{}
	var table, column, kind, made, checks string
	var needed bool
	_, err = pgx.ForEachRow(rows, []any{&table, &column, &kind, &made, &checks, &needed}, func() error {
		_, wanted := special[table+"."+column]
		if made == "" && (needed || wanted) {
			into[table] = append(into[table], column)
			values[table] = append(values[table], value(table+"."+column, kind, checks))
		}
		return nil
	})
	require.NoError(t, err)
	for table, columns := range into {
		inserts = append(inserts, fmt.Sprintf(`INSERT INTO %s (%s) SELECT %s FROM generate_series(1, %d) n ON CONFLICT DO NOTHING`,
			table, strings.Join(columns, ", "), strings.Join(values[table], ", "), planted))
	}
	return inserts
}

func keys(tables map[string][]string) (names []string) {
	for name := range tables {
		names = append(names, name)
	}
	return names
}

func value(column, kind, checks string) string {
	if v, ok := special[column]; ok {
		return v
	}
	for _, check := range strings.Split(checks, "\n") {
		if match := oneOf.FindStringSubmatch(check); match != nil {
			return match[2]
		}
	}
	switch {
	case strings.HasSuffix(kind, "[]"):
		return `'{}'`
	case kind == "uuid":
		return `md5('` + column[strings.Index(column, ".")+1:] + `' || n)::uuid`
	case kind == "text" && strings.HasSuffix(column, "currency"):
		return `'VND'`
	case kind == "text":
		return `'x' || n`
	case kind == "bytea":
		return `decode(md5(n::text), 'hex')`
	case strings.HasPrefix(kind, "timestamp"):
		return `timestamptz '2026-01-01Z' + n * interval '1 minute'`
	case kind == "date":
		return `date '2026-01-01' + n % 300`
	case kind == "boolean":
		return `n % 2 = 0`
	case kind == "jsonb":
		return `jsonb_build_object('n', n)`
	case kind == "xid8":
		return `pg_current_xact_id()`
	case kind == "inet":
		return `'127.0.0.1'::inet`
	default:
		return `1`
	}
}
