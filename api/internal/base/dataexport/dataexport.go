// Package dataexport is the form of the copy that a borrower gets of their own data: sections of records, each domain
// adding its own from its tables.
package dataexport

import (
	"encoding/json"

	"github.com/jackc/pgx/v5"
)

// Section is one kind of data.
type Section struct {
	// Name is stable; the app says it in the borrower's language.
	Name string
	// Records have stable field names and values as they are held. Those that a Copy writes as they are read are not among them.
	Records []map[string]any
	// into is what writes them; nil for nothing.
	into *Copy
}

// Queue reads a section in a batch; each row of sql is one jsonb object.
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
