package dataexport_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// broken is a writer that always fails.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// written reads three sections, of which the first is held, and returns the output.
func written(t *testing.T, numbers string) string {
	t.Helper()
	pool := postgrestest.New(t)
	var out bytes.Buffer
	b := &pgx.Batch{}
	held := dataexport.Queue(b, "held", `SELECT jsonb_build_object('n', n) FROM unnest($1::int[]) n`, numbers)
	others := []*dataexport.Section{
		dataexport.Queue(b, "texts", `SELECT jsonb_build_object('n', n, 'text', E'"\n<Lan>') FROM unnest($1::int[]) n`, numbers),
		dataexport.Queue(b, "none", `SELECT jsonb_build_object('n', 1) WHERE false`),
	}
	copied := dataexport.Write(&out, []*dataexport.Section{held}, others)
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	require.NoError(t, copied.End())
	for _, s := range others {
		require.Empty(t, s.Records)
	}
	return out.String()
}

func TestWriteOutputsSectionsInOrder(t *testing.T) {
	t.Parallel()
	require.JSONEq(t, `[
		{"name": "held", "records": [{"n": 1}, {"n": 2}]},
		{"name": "texts", "records": [{"n": 1, "text": "\"\n<Lan>"}, {"n": 2, "text": "\"\n<Lan>"}]},
		{"name": "none", "records": []}]`, written(t, "{1,2}"))
	require.JSONEq(t, `[{"name": "held", "records": []}, {"name": "texts", "records": []}, {"name": "none", "records": []}]`, written(t, "{}"))
}

func TestWriteWithoutSectionsOutputsEmptyList(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, dataexport.Write(&out, nil, nil).End())
	require.True(t, json.Valid(out.Bytes()))
	require.JSONEq(t, `[]`, out.String())
	require.ErrorContains(t, dataexport.Write(broken{}, nil, nil).End(), "full")
}
