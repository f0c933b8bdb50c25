package postgres

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5/pgtype"
)

// RowArray are rows that one column of another row holds: an array of composite values, read by the subquery that SelectRowArray
// writes.
type RowArray[T any] []T

// SelectRowArray is the subquery of a column with the rows that are found by from: SQL from its FROM on, in which alias names what
// has a column for each of T's fields, named like the field (payment_id for PaymentID) or its db tag. The rows come as they are
// stored, in PostgreSQL's binary format: a jsonb would be built, written as text and parsed, which takes longer than to find them.
// It panics when T has a field that is embedded, unexported or left out (db:"-"): values find their fields by their order.
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

// columnOf is the name of a column that is read into a field.
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

// SetDimensions makes room; pgx calls it.
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

// ScanIndex is where a row goes; pgx calls it.
func (a *RowArray[T]) ScanIndex(i int) any { return record{reflect.ValueOf(&(*a)[i]).Elem()} }

// ScanIndexType is like what ScanIndex gives; pgx calls it.
func (*RowArray[T]) ScanIndexType() any { return record{} }

// record is a struct whose fields take the values of a ROW, one after the other.
type record struct{ into reflect.Value }

// ScanNull is for a row that is none, which no subquery gives; pgx calls it.
func (record) ScanNull() error { return fmt.Errorf("postgres: a row of an array is NULL") }

// ScanIndex is where a value goes; pgx calls it.
func (r record) ScanIndex(i int) any { return r.into.Field(i).Addr().Interface() }
