package ops_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A doubtful face is listed and decided once.
func TestFacesAreReviewed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	member := d.register(t, "0912345000")
	review := func() (id string) {
		t.Helper()
		require.NoError(t, d.Pool.QueryRow(t.Context(), `
			INSERT INTO face_enrolment (member_id, state, comparison, descriptor, template_enc, created_at)
			VALUES ($1, 'review', 'too_small', 'net 1', '\x00', $2) RETURNING id`, member, d.Clock.Now()).Scan(&id))
		return id
	}
	id := review()
	require.Equal(t, []string{member.String(), "too_small"}, row(t, d.run(t, "faces", "list"), id)[2:])
	require.Contains(t, d.run(t, "faces", "show", id, "--to", t.TempDir()), "0 pictures")
	_, err := d.try(t, "faces", "reject", id)
	require.Error(t, err, "a reason is required")
	require.Equal(t, "The face is rejected\n", d.run(t, "faces", "reject", id, "--reason", "another person"))
	_, err = d.try(t, "faces", "approve", id)
	require.Error(t, err, "it was already decided")
	id = review()
	require.Equal(t, "The face is approved\n", d.run(t, "faces", "approve", id))
	require.Contains(t, d.refused(t, "faces", "reject", id, "--reason", "too late"), "it was already decided", "a decision is final")
	require.Equal(t, 2, d.logged(t, "face.review"))
	_, err = d.try(t, "faces", "approve", "nobody")
	require.ErrorContains(t, err, "faces list")

	// The face was the wrong one, so nobody can log in with it any more.
	require.Equal(t, "The face enrolment of 091••••000 has ended\n", d.run(t, "faces", "end", "0912345000", "--reason", "another person"))
	require.Equal(t, 3, d.logged(t, "face.review"))
	var left int
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT count(*) FROM face_enrolment WHERE state <> 'ended' OR template_enc IS NOT NULL`).Scan(&left))
	require.Zero(t, left)
	require.Contains(t, d.refused(t, "faces", "end", "0912345000", "--reason=x"), "no face enrolment")
	require.Contains(t, d.refused(t, "faces", "end", "0987654321", "--reason=x"), "nobody has registered")
}
