package verification_test

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var now = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

type fixture struct {
	pool *pgxpool.Pool
	flow *verification.Verification
	who  borrower.Borrower
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	keyring, err := secret.NewKeyring("k1", map[string][]byte{"k1": bytes.Repeat([]byte{1}, secret.KeySize)})
	require.NoError(t, err)
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
	require.NoError(t, err)
	pool := postgrestest.New(t)
	w := &fixture{
		pool: pool, flow: verification.New(pool, clock.Fixed(now), kyc.New(keyring, hasher), verification.CarrierTopic{Offered: true}, func(string) bool { return false }),
		who: borrower.Borrower{ID: flowtest.Member(t, pool), Region: region.Get("vi"), Phone: "0901234567"},
	}
	w.who.DeviceID, w.who.SessionID = flowtest.LogIn(t, pool, w.who.ID)
	return w
}

func (w *fixture) identity(t *testing.T) kyc.IdentityForm {
	t.Helper()
	file := func() (id uuid.UUID) {
		require.NoError(t, w.pool.QueryRow(t.Context(), `
			INSERT INTO file_object (member_id, kind, object_key, mime, bytes, sha256, created_at, device_id)
			VALUES ($1, 'identity', $2, 'image/jpeg', 1, '', $3, $4) RETURNING id`, w.who.ID, uuid.NewString(), now, w.who.DeviceID).Scan(&id))
		return id
	}
	return kyc.IdentityForm{
		Name: "Nguyễn Thị Lan", Number: "001199000123", Birthday: money.MustDate("1999-05-20"), FrontFile: file(), BackFile: file(),
	}
}

func personal() kyc.PersonalForm {
	return kyc.PersonalForm{Nickname: "Lan", Education: 4, Marital: 1, HomeArea: []string{"01", "00004"}, DetailAddress: "12 Đội Cấn", ResidenceTime: 6}
}

func TestIdentityCanBeCorrectedUntilABankCardIsAdded(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx, form := context.Background(), w.identity(t)
	_, _, err := w.flow.Identity(ctx, w.who, form)
	require.NoError(t, err)
	form.Name = "Nguyễn Thị Lan Anh"
	list, _, err := w.flow.Identity(ctx, w.who, form)
	require.NoError(t, err)
	require.Equal(t, kyc.Done, list[0].State)

	_, err = w.pool.Exec(ctx, `
		INSERT INTO bank_card (member_id, region, bank_code, holder_name, account_number_enc, account_hash, account_last4, account_type, status, created_at)
		VALUES ($1, 'vi', 'VCB', 'NGUYEN THI LAN ANH', 'x', 'y', '7858', 'account', 1, $2)`, w.who.ID, now)
	require.NoError(t, err)
	_, _, err = w.flow.Identity(ctx, w.who, form)
	require.NoError(t, err, "an unchanged form is accepted")
	form.Name = "Trần Thị Lan"
	_, _, err = w.flow.Identity(ctx, w.who, form)
	require.Equal(t, reason.VerificationLocked, reason.Of(err))
	var audited int
	require.NoError(t, w.pool.QueryRow(ctx, `SELECT count(*) FROM audit_log WHERE action = 'identity.submitted'`).Scan(&audited))
	require.Equal(t, 3, audited, "a refused form must not write an audit entry")
}

func TestRefusedFormKeepsTheDraft(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx := context.Background()
	_, err := w.flow.SaveDraft(ctx, w.who, kyc.Personal, []byte(`{"nickname":"L"}`))
	require.NoError(t, err)
	_, err = w.flow.Personal(ctx, w.who, kyc.PersonalForm{})
	require.Equal(t, reason.InvalidParameter, reason.Of(err))
	detail, state, err := w.flow.Detail(ctx, w.who, kyc.Personal)
	require.NoError(t, err)
	require.Equal(t, kyc.Begun, state)
	require.NotNil(t, detail.Draft)
}

func TestConcurrentIdenticalFormsAreStoredOnce(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx, form := context.Background(), w.identity(t)
	contacts := []kyc.Contact{
		{Relationship: 1, Name: "Nguyễn Văn Ba", Phone: "0987654321"},
		{Relationship: 7, Name: "Trần Minh", Phone: "0976543210"},
		{Relationship: 6, Name: "Lê Hoa", Phone: "0365432109"},
	}
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			_, _, err := w.flow.Identity(ctx, w.who, form)
			require.NoError(t, err)
			_, err = w.flow.Contacts(ctx, w.who, contacts)
			require.NoError(t, err)
		})
	}
	all.Wait()
	var stored int
	require.NoError(t, w.pool.QueryRow(ctx, `SELECT count(*) FROM contact WHERE member_id = $1`, w.who.ID).Scan(&stored))
	require.Equal(t, 3, stored)
	require.NoError(t, w.pool.QueryRow(ctx, `SELECT count(*) FROM identity WHERE member_id = $1`, w.who.ID).Scan(&stored))
	require.Equal(t, 1, stored)
	detail, state, err := w.flow.Detail(ctx, w.who, kyc.Identity)
	require.NoError(t, err)
	require.Equal(t, kyc.Done, state)
	require.Equal(t, "••••••••0123", detail.Submitted["idNumber"])
}

func TestRoundTrips(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	form := w.identity(t)
	calls := map[string]struct {
		most int
		do   func(ctx context.Context) error
	}{
		"list":   {1, func(ctx context.Context) error { _, err := w.flow.List(ctx, w.who); return err }},
		"detail": {1, func(ctx context.Context) error { _, _, err := w.flow.Detail(ctx, w.who, kyc.Identity); return err }},
		"draft": {2, func(ctx context.Context) error {
			_, err := w.flow.SaveDraft(ctx, w.who, kyc.Personal, []byte(`{}`))
			return err
		}},
		"personal": {3, func(ctx context.Context) error { _, err := w.flow.Personal(ctx, w.who, personal()); return err }},
		"identity": {4, func(ctx context.Context) error { _, _, err := w.flow.Identity(ctx, w.who, form); return err }},
	}
	for name, call := range calls {
		ctx, trips := postgres.CountTrips(context.Background())
		require.NoError(t, call.do(ctx), name)
		require.LessOrEqual(t, trips.Count(), call.most, "%s: %v", name, trips.SQL())
	}
}

// What is typed may hold an ID number, which is not stored without the consents.
func TestRefusedDraftIsNotStored(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	_, err := w.pool.Exec(t.Context(), `INSERT INTO consent (member_id, kind, version, granted, at) VALUES ($1, 'data_processing', '1.0', false, $2)`, w.who.ID, now)
	require.NoError(t, err)
	_, err = w.flow.SaveDraft(t.Context(), w.who, kyc.Personal, []byte(`{"nickname":"L"}`))
	require.Equal(t, reason.ConsentWithdrawn, reason.Of(err))
	var stored int
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT count(*) FROM verification_draft`).Scan(&stored))
	require.Zero(t, stored)
}

// What another device sends while an identity is proved here may be another person's: it waits for the proof, and is refused then.
func TestOtherDeviceCannotSubmitAfterTheProof(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	other := w.who
	other.DeviceID, other.SessionID = flowtest.LogIn(t, w.pool, w.who.ID)
	theirs := (&fixture{pool: w.pool, who: other}).identity(t)
	theirs.Name, theirs.Number = "Trần Minh", "001199000124"
	_, err := w.flow.SaveDraft(t.Context(), w.who, kyc.Company, []byte(`{"companyName":"Lan"}`))
	require.NoError(t, err)
	_, _, err = w.flow.Identity(t.Context(), w.who, w.identity(t))
	require.NoError(t, err)
	for name, submit := range map[string]func() error{
		"identity": func() error { _, _, err := w.flow.Identity(t.Context(), other, theirs); return err },
		"personal": func() error { _, err := w.flow.Personal(t.Context(), other, personal()); return err },
		"draft": func() error {
			_, err := w.flow.SaveDraft(t.Context(), other, kyc.Personal, []byte(`{"nickname":"Minh"}`))
			return err
		},
		"deletion of a draft": func() error { _, err := w.flow.SaveDraft(t.Context(), other, kyc.Company, nil); return err },
	} {
		require.Equal(t, reason.SecondFactNeeded, reason.Of(submit()), name)
	}
	_, err = w.flow.Personal(t.Context(), w.who, personal())
	require.NoError(t, err)

	tx := postgrestest.Begin(t, w.pool)
	b := &pgx.Batch{}
	member.QueueLock(b, w.who.ID)
	member.QueueRevokeOtherTrust(b, w.who.ID, uuid.New())
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	err = postgrestest.Waits(t, tx, func() error { _, err := w.flow.Personal(t.Context(), w.who, personal()); return err })
	require.Equal(t, reason.SecondFactNeeded, reason.Of(err))
}
