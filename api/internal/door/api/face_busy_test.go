package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// If the database has no room for the new face, the answer is busy and the check does not end.
func TestFaceEnrolmentReportsBusyWhenDatabaseIsFull(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p := m.known(t)
	p.Agree(t)
	p.Register(t)
	token, _ := p.Steps(t, "enrol")
	_, err := m.Owner.Exec(t.Context(), `
		CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;
		CREATE TRIGGER full_disk BEFORE INSERT ON face_enrolment FOR EACH ROW EXECUTE FUNCTION full_disk()`)
	require.NoError(t, err)
	p.Refused(t, reason.SystemBusy, "memberBindFace", body{"faceToken": token})
	require.Equal(t, "none", string(faceStatus(t, p.Client).Enrolment))
}
