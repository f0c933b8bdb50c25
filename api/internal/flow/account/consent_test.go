package account_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func consentFlow(pool *pgxpool.Pool) *account.Account {
	return account.New(pool, postgres.NewReplica(pool, nil), clock.Fixed(asked), nil, nil, nil, nil, nil, account.Config{})
}

// The transaction of a withdrawal is run again after a conflict. The second run must write everything once.
func TestWithdrawalOfBiometricsIsWrittenOnceAfterAConflict(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	who := borrower.Borrower{ID: flowtest.Member(t, pool)}
	who.DeviceID, who.SessionID = flowtest.LogIn(t, pool, who.ID)
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
	consents, err := consentFlow(pool).SetConsent(t.Context(), who, member.Consent{Kind: member.ConsentBiometrics, Version: "1"})
	require.NoError(t, err)
	require.False(t, member.Latest(consents.Log, member.ConsentBiometrics).Granted)
	logged, err := postgres.Value[int64]("logged", `SELECT count(*) FROM audit_log WHERE action = 'face.consent_withdrawn' AND subject = $1`,
		"member:"+who.ID.String()).Read(t.Context(), pool)
	require.NoError(t, err)
	require.EqualValues(t, 1, logged)
}

// What another device says while an identity is proved here may be another person's word: it waits for the proof, and is refused
// then.
func TestOtherDeviceCannotChangeConsentsAfterTheProof(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	who, _ := flowtest.NewMarket(t, pool).Borrower(t, 4)
	for _, kind := range []member.ConsentKind{member.ConsentProcessing, member.ConsentBiometrics} {
		tx := postgrestest.Begin(t, pool)
		b := &pgx.Batch{}
		member.QueueLock(b, who.ID)
		member.QueueRevokeOtherTrust(b, who.ID, uuid.New())
		require.NoError(t, postgres.Send(t.Context(), tx, b))
		err := postgrestest.Waits(t, tx, func() error {
			_, err := consentFlow(pool).SetConsent(t.Context(), who, member.Consent{Kind: kind, Version: "1"})
			return err
		})
		require.Equal(t, reason.SecondFactNeeded, reason.Of(err), kind)
		granted, err := postgres.Value[bool]("granted", `SELECT NOT EXISTS (SELECT FROM consent WHERE member_id = $1 AND NOT granted)`, who.ID).Read(t.Context(), pool)
		require.NoError(t, err)
		require.True(t, granted)
	}
}
