package postgres_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Functions that read or write tables fix their search path, so that a temporary table cannot replace one of ours. Functions with the
// owner's rights (SECURITY DEFINER) are not executable by everybody: whoever may execute one may also create a trigger that runs it.
func TestFunctionsAreSafeFromSearchPathAttacks(t *testing.T) {
	t.Parallel()
	rows, err := postgrestest.Owner(t, postgrestest.New(t)).Query(t.Context(), `
		SELECT proname::text AS name, prosecdef AS by_owner, COALESCE('search_path=public, pg_temp' = ANY (proconfig), false) AS safe_path,
			regexp_replace(prosrc, 'DISTINCT FROM', '', 'g') ~ '\m(FROM|JOIN|INTO|UPDATE)\s+(?!public\.)' AS reads,
			EXISTS (SELECT FROM aclexplode(COALESCE(proacl, acldefault('f', proowner))) WHERE grantee = 0) AS for_everybody
		FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'sandbox_bank'::regnamespace, 'sandbox_carrier'::regnamespace)`)
	require.NoError(t, err)
	functions, err := pgx.CollectRows(rows, pgx.RowToStructByName[struct {
		Name                                   string
		ByOwner, SafePath, Reads, ForEverybody bool
	}])
	require.NoError(t, err)
	require.NotEmpty(t, functions)
	for _, f := range functions {
		require.False(t, f.ByOwner && f.ForEverybody, "%s: REVOKE EXECUTE ... FROM PUBLIC", f.Name)
		require.True(t, f.SafePath || !f.ByOwner && !f.Reads, "%s: SET search_path = public, pg_temp", f.Name)
	}
}
