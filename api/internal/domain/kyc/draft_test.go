package kyc_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func detail(t *testing.T, k *kyc.KYC, tx pgx.Tx, member uuid.UUID, topic kyc.Topic) kyc.Detail {
	t.Helper()
	d, err := k.Detail(member, uuid.Nil, topic, now).Read(t.Context(), tx)
	require.NoError(t, err)
	return d
}

func progress(t *testing.T, tx pgx.Tx, member uuid.UUID) kyc.Progress {
	t.Helper()
	p, err := kyc.ProgressOf(member, uuid.Nil, now).Read(t.Context(), tx)
	require.NoError(t, err)
	return p
}

func TestDraftIsSealedAndCanBeDropped(t *testing.T) {
	t.Parallel()
	k, tx, ctx := service(t), postgrestest.Tx(t), context.Background()
	member := newMember(t, tx)
	save := func(data string) {
		require.NoError(t, send(t, tx, func(b *pgx.Batch) {
			require.NoError(t, k.QueueDraft(b, member, uuid.Nil, kyc.Identity, json.RawMessage(data), now))
		}))
	}
	save(`{"idNumber":"0011"}`)
	save(`{"idNumber":"001199000123"}`)

	var row string
	require.NoError(t, tx.QueryRow(ctx, `SELECT encode(data_enc, 'escape') FROM verification_draft WHERE member_id = $1`, member).Scan(&row))
	require.NotContains(t, row, "001199000123")

	d := detail(t, k, tx, member, kyc.Identity)
	require.Nil(t, d.Submitted)
	require.JSONEq(t, `{"idNumber":"001199000123"}`, string(d.Draft.Data))
	require.Equal(t, now, d.Draft.SavedAt.UTC())
	detail(t, k, tx, member, kyc.Identity)
	var audited int
	require.NoError(t, tx.QueryRow(ctx, `SELECT count(*) FROM audit_log WHERE subject = $1 AND action = 'draft.read'`, "member:"+member.String()).Scan(&audited))
	require.Equal(t, 1, audited, "reads are audited at most once an hour")

	require.Equal(t, kyc.Begun, progress(t, tx, member).Of(kyc.Identity))
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { kyc.QueueDropDraft(b, member, uuid.Nil, kyc.Identity) }))
	require.Equal(t, kyc.Todo, progress(t, tx, member).Of(kyc.Identity))
	require.Nil(t, detail(t, k, tx, member, kyc.Identity).Draft)
}

func TestDraftMovedToAnotherMemberCannotBeDecrypted(t *testing.T) {
	t.Parallel()
	k, tx := service(t), postgrestest.Tx(t)
	one, two := newMember(t, tx), newMember(t, tx)
	require.NoError(t, send(t, tx, func(b *pgx.Batch) {
		require.NoError(t, k.QueueDraft(b, one, uuid.Nil, kyc.Personal, json.RawMessage(`{}`), now))
	}))
	_, err := tx.Exec(context.Background(), `UPDATE verification_draft SET member_id = $2 WHERE member_id = $1`, one, two)
	require.NoError(t, err)
	_, err = k.Detail(two, uuid.Nil, kyc.Personal, now).Read(t.Context(), tx)
	require.Error(t, err, "a sealed row moved to another member must not decrypt")
}

func TestDraftSizeIsBounded(t *testing.T) {
	t.Parallel()
	long := json.RawMessage(`"` + strings.Repeat("x", kyc.MaxDraft) + `"`)
	err := service(t).QueueDraft(&pgx.Batch{}, uuid.New(), uuid.Nil, kyc.Personal, long, now)
	require.Equal(t, map[string]reason.Reason{"data": reason.FieldTooLong}, fieldsOf(t, err))
}

func TestDetailMasksTheIDNumber(t *testing.T) {
	t.Parallel()
	k, tx := service(t), postgrestest.Tx(t)
	member := newMember(t, tx)
	form := checked(t, identityForm(newFile(t, tx, member, "identity"), newFile(t, tx, member, "identity")))
	phones, err := kyc.CheckContacts(vietnam, "0912345678", contacts())
	require.NoError(t, err)
	require.NoError(t, send(t, tx, func(b *pgx.Batch) {
		k.QueueIdentity(b, vietnam, member, phone, form, true, now)
		kyc.QueuePersonal(b, member, uuid.Nil, personalForm(), now)
		kyc.QueueCompany(b, member, uuid.Nil, companyForm(), now)
		kyc.QueueContacts(b, member, uuid.Nil, phones, now)
	}))
	identity := detail(t, k, tx, member, kyc.Identity).Submitted
	require.Equal(t, "••••••••0123", identity["idNumber"])
	require.Equal(t, "1999-05-20", identity["birthday"])
	require.NotContains(t, identity, "idNumberEnc")
	require.Equal(t, "12 Đội Cấn", detail(t, k, tx, member, kyc.Personal).Submitted["detailAddress"])
	require.EqualValues(t, 31, detail(t, k, tx, member, kyc.Company).Submitted["professionType"])
	require.Len(t, detail(t, k, tx, member, kyc.Contacts).Submitted["contacts"], 3)
	require.Nil(t, detail(t, k, tx, member, kyc.BankCard).Submitted)
	require.Equal(t, []kyc.Topic{kyc.Identity, kyc.Personal, kyc.Company, kyc.Contacts}, progress(t, tx, member).Done)
}
