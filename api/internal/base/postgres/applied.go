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

// ErrBehind says that the schema lacks migrations which this release needs.
var ErrBehind = errors.New("the schema is of an earlier release: run `loanmarket migrate` first")

// applied is the table of the migrations that a database has had. golang-migrate keeps the newest alone: a file that comes later
// with a number below it would be passed over, and nobody told.
const applied = `schema_migrations_applied`

// history is what a database has had of the files of a release, in the order of their numbers.
type history struct {
	db      *sql.DB
	numbers []int
	// current is the newest that the database has had; database.NilVersion where it has had none.
	current int
}

// readHistory reads it. Of a database that has none yet it is all that is not newer than the newest.
func readHistory(ctx context.Context, db *sql.DB, target database.Driver, files source.Driver) (history, error) {
	h := history{db: db}
	var err error
	if h.numbers, err = numbersOf(files); err != nil {
		return h, err
	}
	if h.current, _, err = target.Version(); err != nil {
		return h, err
	}
	// Whoever serves asks how far the schema is, and changes nothing here.
	_, err = db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS `+applied+` (version bigint PRIMARY KEY)`)
	return h, err
}

// numbersOf lists the numbers of files.
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

// newest is the newest migration of the release.
func (h history) newest() int {
	if len(h.numbers) == 0 {
		return database.NilVersion
	}
	return h.numbers[len(h.numbers)-1]
}

// whole refuses a release with a migration that the database has never had, though it has had one of a higher number.
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
			return fmt.Errorf("migration %d has never run here, and %d has: it would be passed over. It needs a number above all that were released", number, had[len(had)-1])
		}
	}
	return nil
}

// keep writes down what the database has had since, or has no more.
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

// UpToDate is ErrBehind where the schema lacks migrations of this release. One that is ahead is of a release that runs beside.
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
