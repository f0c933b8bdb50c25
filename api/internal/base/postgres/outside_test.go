package postgres_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestPartnerCallInsideTransactionIsRefused(t *testing.T) {
	t.Parallel()
	called := 0
	partner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called++ }))
	t.Cleanup(partner.Close)
	client := &http.Client{Transport: postgres.Transport(nil)}
	call := func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, partner.URL, nil)
		require.NoError(t, err)
		response, err := client.Do(request)
		if err == nil {
			require.NoError(t, response.Body.Close())
		}
		return err
	}
	pool := postgrestest.New(t)
	within := func(ctx context.Context, fn func(ctx context.Context, tx pgx.Tx) error) error {
		return postgres.InTx(ctx, pool, fn)
	}

	require.ErrorIs(t, within(t.Context(), func(ctx context.Context, _ pgx.Tx) error { return call(ctx) }), postgres.ErrTransactionOpen)
	require.Zero(t, called)
	require.NoError(t, call(t.Context()))

	// When round trips are counted, as in every test over HTTP, using the outer context does not bypass the check.
	counted, _ := postgres.CountTrips(t.Context())
	require.NoError(t, call(counted))
	require.ErrorIs(t, within(counted, func(context.Context, pgx.Tx) error { return call(counted) }), postgres.ErrTransactionOpen)
	require.NoError(t, call(counted), "a call after a rollback must succeed")
	require.NoError(t, within(counted, func(ctx context.Context, tx pgx.Tx) error {
		return postgres.InTx(ctx, tx, func(context.Context, pgx.Tx) error { return nil })
	}))
	require.NoError(t, call(counted), "a call after a commit with a savepoint must succeed")
	require.Equal(t, 4, called)
}
