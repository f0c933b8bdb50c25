package postgres

import (
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// constraints maps a constraint's name to the reason for its violation. It is filled while packages are initialised and only
// read afterwards.
var constraints = map[string]reason.Reason{}

// Constraints registers what the constraints of a domain's tables mean. The package that owns the tables calls it once,
// from a package variable:
//
//	var _ = postgres.Constraints(map[string]reason.Reason{"contact_phone_key": reason.ContactDuplicate})
//
// A name that is registered twice panics.
func Constraints(owned map[string]reason.Reason) bool {
	for name, r := range owned {
		if _, taken := constraints[name]; taken {
			panic(fmt.Sprintf("postgres: constraint %s is registered twice", name))
		}
		constraints[name] = r
	}
	return true
}

// busy lists the error classes that are transient: insufficient resources, a lock or statement timeout, a server that stops or
// starts, a conflict with another transaction, a disk that fails.
var busy = map[string]bool{"08": true, "53": true, "55": true, "57": true, "40": true, "58": true}

// Reason converts a database error to a reason: a registered constraint to its reason, a transient error to SystemBusy (also a
// lost connection and a server that is no longer the primary), text that PostgreSQL cannot store to InvalidParameter. All other
// errors, and those that already have a reason, are returned unchanged.
func Reason(err error) error {
	if err == nil {
		return nil
	}
	var known *reason.Error
	if errors.As(err, &known) {
		return known
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		var unreachable *pgconn.ConnectError
		if errors.As(err, &unreachable) || lost(err) || pgconn.SafeToRetry(err) {
			return reason.New(reason.SystemBusy).After(time.Second).Because(err)
		}
		return err
	}
	if r, ok := constraints[pg.ConstraintName]; ok && pg.ConstraintName != "" {
		return reason.New(r).Because(err)
	}
	switch {
	case busy[pg.Code[:2]], lost(err):
		return reason.New(reason.SystemBusy).After(time.Second).Because(err)
	case pg.Code == "22021":
		return reason.New(reason.InvalidParameter).Because(err)
	}
	return err
}

// IsTimeout reports whether err is a lock timeout or a statement timeout.
func IsTimeout(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "55P03" || pg.Code == "57014")
}

// IsNull reports whether err is a NOT NULL violation of the column.
func IsNull(err error, table, column string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23502" && pg.TableName == table && pg.ColumnName == column
}

// IsTableMissing reports whether err says that a table does not exist, as in the schema of an earlier release.
func IsTableMissing(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "42P01"
}

// IsViolation reports whether err is the violation of the named constraint.
func IsViolation(err error, constraint string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.ConstraintName == constraint
}
