package ops_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// identified gives a member an identity with a number.
func (d *desk) identified(t *testing.T, member uuid.UUID, number []byte) {
	t.Helper()
	_, err := d.Pool.Exec(t.Context(), `
		WITH photo AS (
			INSERT INTO file_object (member_id, kind, object_key, mime, bytes, sha256, created_at)
			SELECT $1, 'identity', gen_random_uuid()::text, 'image/jpeg', 1, '', $3 FROM generate_series(1, 2) RETURNING id)
		INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
		SELECT $1, 'vi', 'X', '', $2, '0999', '1984-05-05', 0, min(id::text)::uuid, max(id::text)::uuid, $3 FROM photo`, member, number, d.Clock.Now())
	require.NoError(t, err)
}

// identityReview inserts the review of a member who entered a number that another member may have.
func (d *desk) identityReview(t *testing.T, member uuid.UUID, number []byte) (id string) {
	t.Helper()
	require.NoError(t, d.Pool.QueryRow(t.Context(), `
		INSERT INTO identity_review (member_id, id_number_hash, asked_at) VALUES ($1, $2, $3) RETURNING id`, member, number, d.Clock.Now()).Scan(&id))
	return id
}

// A member who entered another member's ID number is listed together with that member. The review is closed once, with
// a note on what was done.
func TestIdentitiesAreReviewed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asker, holder := d.register(t, "0912345678"), d.register(t, "0987654321")
	number := make([]byte, 32)
	number[0] = 7
	d.identified(t, holder, number)
	id, gone := d.identityReview(t, asker, number), d.identityReview(t, asker, make([]byte, 32))

	listed := d.run(t, "identities", "list")
	require.Equal(t, []string{asker.String(), "091••••678", holder.String(), "098••••321"}, row(t, listed, id)[2:])
	require.Equal(t, []string{asker.String(), "091••••678", "-", "-"}, row(t, listed, gone)[2:], "no member has this number any more")
	require.NotContains(t, listed, "0912345678")
	require.Equal(t, 1, d.logged(t, "identity_review.list"), "reading the list is logged")

	_, err := d.try(t, "identities", "close", id)
	require.Error(t, err, "a note is required")
	require.Equal(t, "The review is closed\n", d.run(t, "identities", "close", id, "--note", "called both: one person"))
	var by, note string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT closed_by, note FROM identity_review WHERE id = $1`, id).Scan(&by, &note))
	require.Equal(t, "anna", by)
	require.Equal(t, "called both: one person", note)
	require.NotContains(t, d.run(t, "identities", "list"), id)
	require.Contains(t, d.run(t, "identities", "list"), gone)
	_, err = d.try(t, "identities", "close", id, "--note", "again")
	require.ErrorContains(t, err, "no open review", "a review is closed only once")
	require.Equal(t, 1, d.logged(t, "identity_review.close"))
	_, err = d.try(t, "identities", "close", uuid.NewString(), "--note", "x")
	require.ErrorContains(t, err, "no open review")
	_, err = d.try(t, "identities", "close", "nobody", "--note", "x")
	require.ErrorContains(t, err, "identities list")
}

// One operator closes the review without a change while another releases the number. Only one of the two succeeds.
func TestReviewClosedConcurrentlyReleasesNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asker, holder := d.register(t, "0912345678"), d.register(t, "0987654321")
	number := make([]byte, 32)
	d.identified(t, holder, number)
	id := d.identityReview(t, asker, number)
	err := d.held(t, `UPDATE identity_review SET closed_at = now(), closed_by = 'ben', note = 'one person' WHERE id = $1`, `UPDATE identity_review`,
		uuid.MustParse(id), "identities", "release", id, "--note=another person")
	require.Error(t, err)
	require.Contains(t, ops.Sentence(err), "it was already decided")
	var left int
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT count(*) FROM identity WHERE member_id = $1`, holder).Scan(&left))
	require.Equal(t, 1, left)
	require.Zero(t, d.logged(t, "identity.released"))
}

// A number is not released while its holder applies, adds a card or submits an identity: the release waits for each of them.
func TestReleaseWaitsForHolder(t *testing.T) {
	t.Parallel()
	for name, lock := range map[string]string{
		"an application": `SELECT FROM credit_profile WHERE member_id = $1 FOR NO KEY UPDATE`,
		"an identity":    `SELECT FROM member WHERE id = $1 FOR NO KEY UPDATE`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			asker, holder := d.register(t, "0912345678"), d.register(t, "0987654321")
			number := make([]byte, 32)
			d.identified(t, holder, number)
			review := d.identityReview(t, asker, number)
			_, err := d.Pool.Exec(t.Context(), `INSERT INTO credit_profile (member_id, currency, credit_limit, score) VALUES ($1, 'VND', 100000000, 600)`, holder)
			require.NoError(t, err)
			tx, err := d.Pool.Begin(t.Context())
			require.NoError(t, err)
			_, err = tx.Exec(t.Context(), lock, holder)
			require.NoError(t, err)
			require.NoError(t, postgrestest.Waits(t, tx, func() error {
				_, err := d.try(t, "identities", "release", review, "--note=another person")
				return err
			}))
		})
	}
}
