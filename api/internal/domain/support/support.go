// Package support is where borrower and operator talk: messages and complaints with their answers, the inbox, requests of
// borrowers who cannot pay as agreed, and the reminders that were sent.
package support

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
)

// PageSize is the length of a page when none is asked for.
const PageSize = 20

// readCursor reads behind which row a page begins, by its id. Ids grow with time, so the first page begins behind one above all of
// them.
func readCursor(text string) (uuid.UUID, error) {
	ask, err := paging.Read(text, 0)
	if err == nil {
		return ask.Begin(true).ID, nil
	}
	// One of the release before is the id alone: a list that was open meanwhile goes on with it.
	id, wrong := uuid.Parse(text)
	if wrong != nil {
		return uuid.Nil, err
	}
	return id, nil
}

// page cuts what was read to a page of limit rows, and gives the cursor of the next; empty when there is none.
func page[T any](rows []T, limit int, id func(T) uuid.UUID) ([]T, string) {
	cut := paging.Cut(paging.First(limit), rows, func(row T) paging.Place { return paging.Place{ID: id(row)} })
	return cut.Rows, cut.Next
}
