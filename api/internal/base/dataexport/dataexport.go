// Package dataexport defines the copy that borrowers get of their own data: sections of records, which each domain reads from
// its own tables.
package dataexport

import (
	"encoding/json"

	"github.com/jackc/pgx/v5"
)

// Section is one kind of data.
type Section struct {
	// Name is stable; the app translates it into the borrower's language.
	Name string
	// Records have stable field names and values as stored. Records that a Copy writes while reading are not included.
	Records []map[string]any
	// into writes the records while they are read; nil if they are collected.
	into *Copy
}

// Queue reads a section as part of a batch; each row of sql is one jsonb object.
func Queue(b *pgx.Batch, name, sql string, args ...any) *Section {
	s := &Section{Name: name, Records: []map[string]any{}}
	b.Queue(sql, args...).Query(func(rows pgx.Rows) error {
		if s.into != nil {
			return s.into.write(name, rows)
		}
		for rows.Next() {
			var raw []byte
			if err := rows.Scan(&raw); err != nil {
				return err
			}
			record := map[string]any{}
			if err := json.Unmarshal(raw, &record); err != nil {
				return err
			}
			s.Records = append(s.Records, record)
		}
		return rows.Err()
	})
	return s
}
