package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/golang-migrate/migrate/v4/database"
	"github.com/golang-migrate/migrate/v4/source"
	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/migrations"
)

// ErrBehind is returned when the schema lacks migrations that this release needs.
var ErrBehind = errors.New("the schema is of an earlier release: run `loanmarket migrate` first")

// applied is the table of the migrations that have run on a database. golang-migrate stores only the newest version: it would
// silently skip a file that is added later with a lower number.
const applied = `schema_migrations_applied`

// history contains the numbers of a release's migration files, in ascending order, and the newest version that has run on the
// database.
type history struct {
	db      *sql.DB
	numbers []int
	// current is the newest version that has run on the database; database.NilVersion if none has.
	current int
}

// readHistory reads the history of a database and creates the applied table if it is missing. While that table is empty, every
// migration up to the current version counts as having run.
func readHistory(ctx context.Context, db *sql.DB, target database.Driver, files source.Driver) (history, error) {
	h := history{db: db}
	var err error
	if h.numbers, err = numbersOf(files); err != nil {
		return h, err
	}
	if h.current, _, err = target.Version(); err != nil {
		return h, err
	}
	// Processes that serve requests only check the version (UpToDate); they change nothing here.
	_, err = db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS `+applied+` (version bigint PRIMARY KEY)`)
	return h, err
}

// numbersOf returns the numbers of the files in ascending order.
func numbersOf(files source.Driver) (numbers []int, err error) {
	number, err := files.First()
	for ; err == nil; number, err = files.Next(number) {
		numbers = append(numbers, int(number))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return numbers, nil
	}
	return nil, err
}

// newest returns the number of the newest migration of the release.
func (h history) newest() int {
	if len(h.numbers) == 0 {
		return database.NilVersion
	}
	return h.numbers[len(h.numbers)-1]
}

// whole returns an error if a migration of the release has never run on the database although one with a higher number has.
func (h history) whole(ctx context.Context) error {
	rows, err := h.db.QueryContext(ctx, `SELECT version FROM `+applied+` ORDER BY version`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var had []int
	for rows.Next() {
		var version int
		if err := rows.Scan(&version); err != nil {
			return err
		}
		had = append(had, version)
	}
	if err := rows.Err(); err != nil || len(had) == 0 {
		return err
	}
	for _, number := range h.numbers {
		if _, found := slices.BinarySearch(had, number); !found && number < had[len(had)-1] {
			return fmt.Errorf("migration %d has never run here, and %d has: it would be skipped. Give it a number above all released migrations", number, had[len(had)-1])
		}
	}
	return nil
}

// keep records the migrations that have run, and deletes those that were rolled back.
func (h history) keep(ctx context.Context, target database.Driver) error {
	current, _, err := target.Version()
	if err != nil {
		return err
	}
	newer, _ := slices.BinarySearch(h.numbers, current+1)
	had := h.numbers[:newer]
	if len(had) == 0 {
		return nil
	}
	_, err = h.db.ExecContext(ctx, `
		WITH gone AS (DELETE FROM `+applied+` WHERE version > $1)
		INSERT INTO `+applied+` SELECT unnest($2::bigint[]) ON CONFLICT DO NOTHING`, current, had)
	if err != nil {
		return err
	}
	_, err = h.db.ExecContext(ctx, `REVOKE ALL ON `+applied+` FROM loanmarket_app; GRANT SELECT ON `+applied+` TO loanmarket_app`)
	return err
}

// UpToDate returns ErrBehind if the schema lacks migrations of this release. A newer schema is accepted: a newer release may
// run beside this one.
func UpToDate(ctx context.Context, pool *pgxpool.Pool) error {
	files, err := iofs.New(migrations.FS, ".")
	if err != nil {
		return err
	}
	numbers, err := numbersOf(files)
	if err != nil {
		return err
	}
	var there bool
	err = pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM `+applied+` WHERE version >= $1)`, numbers[len(numbers)-1]).Scan(&there)
	if IsTableMissing(err) || err == nil && !there {
		return ErrBehind
	}
	return Reason(err)
}
