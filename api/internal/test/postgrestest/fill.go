package postgrestest

import (
	"context"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// fillTime is the timeout of Fill: a market of a million borrowers takes minutes.
const fillTime = time.Hour

// Fill runs statements in one session on the database of a pool, without foreign key checks and triggers: for large numbers of
// rows that are known to be valid. It ends with ANALYZE.
func Fill(t testing.TB, pool *pgxpool.Pool, statements ...string) {
	t.Helper()
	s, err := shared()
	must(t, err)
	u, err := url.Parse(s.AdminURL)
	must(t, err)
	u.Path = "/" + pool.Config().ConnConfig.Database
	load(t, u.String(), statements)
}

// load is Fill on the database of a superuser's URL.
func load(t testing.TB, address string, statements []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), fillTime)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	must(t, err)
	defer conn.Close(context.WithoutCancel(ctx))
	for _, statement := range append(append([]string{`SET session_replication_role = replica`}, statements...), `ANALYZE`) {
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatalf("%v\n%s", err, statement)
		}
	}
}
