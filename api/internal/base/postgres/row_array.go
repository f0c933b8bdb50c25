package postgres

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5/pgtype"
)

// RowArray is the rows that one column of another row holds: an array of composite values, read by the subquery of
// SelectRowArray.
type RowArray[T any] []T

// SelectRowArray returns the subquery for a column that holds the rows found by from (SQL from its FROM on). alias is the table
// with a column for each field of T, named like the field (payment_id for PaymentID) or by its db tag. The rows are sent in
// PostgreSQL's binary format: a jsonb would be built, written as text and parsed, which takes longer than to find them. It
// panics when T has a field that is embedded, unexported or excluded (db:"-"), because values are assigned to fields by
// position.
func SelectRowArray[T any](alias, from string) string {
	row := reflect.TypeFor[T]()
	columns := make([]string, row.NumField())
	for i := range columns {
		field := row.Field(i)
		column, tagged := field.Tag.Lookup("db")
		if !field.IsExported() || field.Anonymous || column == "-" {
			panic("postgres: " + row.String() + "." + field.Name + " has no column of a row in an array")
		}
		if !tagged {
			column = columnOf(field.Name)
		}
		columns[i] = alias + "." + column
	}
	return "ARRAY(SELECT ROW(" + strings.Join(columns, ", ") + ") " + from + ")"
}

// columnOf returns the column name for a field.
func columnOf(field string) string {
	var name strings.Builder
	letters := []rune(field)
	for i, r := range letters {
		begins := i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1]))
		if begins {
			name.WriteByte('_')
		}
		name.WriteRune(unicode.ToLower(r))
	}
	return name.String()
}

// SetDimensions allocates the slice; pgx calls it.
func (a *RowArray[T]) SetDimensions(dimensions []pgtype.ArrayDimension) error {
	if len(dimensions) > 1 {
		return fmt.Errorf("postgres: an array of rows in %d dimensions", len(dimensions))
	}
	*a = nil
	if len(dimensions) == 1 {
		*a = make(RowArray[T], dimensions[0].Length)
	}
	return nil
}

// ScanIndex returns the target of row i; pgx calls it.
func (a *RowArray[T]) ScanIndex(i int) any { return record{reflect.ValueOf(&(*a)[i]).Elem()} }

// ScanIndexType returns a value of the type that ScanIndex returns; pgx calls it.
func (*RowArray[T]) ScanIndexType() any { return record{} }

// record scans the values of a ROW into the fields of a struct, in order.
type record struct{ into reflect.Value }

// ScanNull returns an error: the subquery never produces a NULL row; pgx calls it.
func (record) ScanNull() error { return fmt.Errorf("postgres: a row of an array is NULL") }

// ScanIndex returns the target of field i; pgx calls it.
func (r record) ScanIndex(i int) any { return r.into.Field(i).Addr().Interface() }
