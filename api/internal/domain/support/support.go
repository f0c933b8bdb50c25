// Package support is where borrower and operator talk: messages and complaints with their answers, the inbox, requests of
// borrowers who cannot pay as agreed, and the reminders that were sent.
package support

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// PageSize is the length of a page when none is asked for.
const PageSize = 20

// readCursor reads where the page before ended: the id of its last row. Ids grow with time, so the first page ends
// nowhere but above all of them.
func readCursor(text string) (uuid.UUID, error) {
	if text == "" {
		return uuid.Max, nil
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil, reason.InvalidField("cursor", reason.FieldFormat)
	}
	return id, nil
}

// page cuts what was read to a page of limit rows, and gives the cursor of the next; empty when there is none.
func page[T any](rows []T, limit int, id func(T) uuid.UUID) ([]T, string) {
	if len(rows) <= limit {
		return rows, ""
	}
	return rows[:limit], id(rows[limit-1]).String()
}
