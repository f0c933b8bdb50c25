// Package support holds the communication between borrowers and operators: messages and complaints with their answers, the inbox,
// the requests of borrowers who cannot pay as agreed, and the reminders.
package support

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// PageSize is the default length of a page.
const PageSize = 20

// readCursor returns the id of the previous page's last row. Ids grow with time and pages go backwards, so the first page starts
// at the largest id.
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

// page cuts the rows to limit and returns the cursor of the next page, which is empty after the last one.
func page[T any](rows []T, limit int, id func(T) uuid.UUID) ([]T, string) {
	if len(rows) <= limit {
		return rows, ""
	}
	return rows[:limit], id(rows[limit-1]).String()
}
