package account_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The transaction of a withdrawal is run again after a conflict. The second run must write everything once.
func TestWithdrawalOfBiometricsIsWrittenOnceAfterAConflict(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	who := borrower.Borrower{ID: flowtest.Member(t, pool)}
	require.NoError(t, pool.QueryRow(t.Context(), `
		INSERT INTO device (member_id, hash, label, created_at, seen_at) VALUES ($1, $2, '', $3, $3) RETURNING id`,
		who.ID, []byte(uuid.NewString()), asked).Scan(&who.DeviceID))
	for _, statement := range []string{
		`CREATE SEQUENCE consent_tries`,
		`CREATE FUNCTION conflict_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
			IF nextval('consent_tries') = 1 THEN RAISE EXCEPTION USING ERRCODE = 'serialization_failure'; END IF;
			RETURN NEW;
		END $$`,
		`CREATE TRIGGER conflict_once BEFORE INSERT ON consent FOR EACH ROW EXECUTE FUNCTION conflict_once()`,
	} {
		_, err := postgrestest.Owner(t, pool).Exec(t.Context(), statement)
		require.NoError(t, err)
	}
	flow := account.New(pool, postgres.NewReplica(pool, nil), clock.Fixed(asked), nil, nil, nil, nil, nil, account.Config{})
	consents, err := flow.SetConsent(t.Context(), who, member.Consent{Kind: member.ConsentBiometrics, Version: "1"})
	require.NoError(t, err)
	require.False(t, member.Latest(consents.Log, member.ConsentBiometrics).Granted)
	logged, err := postgres.Value[int64]("logged", `SELECT count(*) FROM audit_log WHERE action = 'face.consent_withdrawn' AND subject = $1`,
		"member:"+who.ID.String()).Read(t.Context(), pool)
	require.NoError(t, err)
	require.EqualValues(t, 1, logged)
}
