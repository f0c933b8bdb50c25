package app

import (
	"bytes"
	"errors"
	"testing"

	"github.com/riverqueue/river/rivertype"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
)

func TestJobErrorsAreLoggedWithoutPersonalData(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	handler := failures{log: zerolog.New(&lines)}
	row := &rivertype.JobRow{ID: 7, Kind: "sms", Attempt: 2}
	handler.HandleError(t.Context(), row, errors.New("carrier refused +84912345678"))
	handler.HandlePanic(t.Context(), row, "no account 19036666888", "stack")
	require.Contains(t, lines.String(), `"error":"carrier refused +#"`)
	require.Contains(t, lines.String(), `"panic":"no account #"`)
	require.Contains(t, lines.String(), `"attempt":2`)
	require.NotRegexp(t, "912345678|19036666888", lines.String())
}
