// Package migrations carries the numbered golang-migrate files inside the binary.
package migrations

import "embed"

// FS holds every NNNNNN_name.up.sql with its .down.sql.
//
//go:embed *.sql
var FS embed.FS
