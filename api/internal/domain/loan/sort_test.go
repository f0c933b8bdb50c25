package loan_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// The database returns the rows of an order unsorted.

func TestExtensionsAreSorted(t *testing.T) {
	t.Parallel()
	row := loan.Row{DisbursedOn: money.MustDate("2026-03-12"), Extensions: postgres.RowArray[loan.Extension]{{Seq: 3}, {Seq: 1}, {Seq: 2}}}
	var seqs []int
	for _, e := range row.Running().Extensions {
		seqs = append(seqs, e.Seq)
	}
	require.Equal(t, []int{1, 2, 3}, seqs)
}

func TestSortTimelinePutsTheOldestLineFirst(t *testing.T) {
	t.Parallel()
	first, second := uuid.MustParse("10000000-0000-0000-0000-000000000000"), uuid.MustParse("20000000-0000-0000-0000-000000000000")
	day := func(n int) time.Time { return time.Date(2026, time.May, n, 0, 0, 0, 0, time.UTC) }
	lines := []loan.TimelineEntry{
		{Event: loan.WentOverdue, At: day(2)},
		{ID: second, Event: loan.Settled, At: day(2)},
		{ID: second, Event: loan.PaidOut, At: day(1)},
		{ID: first, Event: loan.PaymentReceived, At: day(2)},
	}
	loan.SortTimeline(lines)
	var events []loan.Event
	for _, line := range lines {
		events = append(events, line.Event)
	}
	require.Equal(t, []loan.Event{loan.PaidOut, loan.PaymentReceived, loan.Settled, loan.WentOverdue}, events, "a computed line follows the stored events of the same time")
}

func TestSortDocumentsPutsTheOldestFirst(t *testing.T) {
	t.Parallel()
	first, second := uuid.MustParse("10000000-0000-0000-0000-000000000000"), uuid.MustParse("20000000-0000-0000-0000-000000000000")
	morning := time.Date(2026, time.May, 1, 8, 0, 0, 0, time.UTC)
	documents := []loan.Document{
		{ID: first, Kind: "certificate", CreatedAt: morning.Add(time.Hour)},
		{ID: second, Kind: "receipt", CreatedAt: morning},
		{ID: first, Kind: loan.DocumentContract, CreatedAt: morning},
	}
	loan.SortDocuments(documents)
	require.Equal(t, []string{loan.DocumentContract, "receipt", "certificate"}, []string{documents[0].Kind, documents[1].Kind, documents[2].Kind})
}
