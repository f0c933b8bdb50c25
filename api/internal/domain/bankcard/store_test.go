package bankcard_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var now = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

func service(t testing.TB) *bankcard.Cards {
	t.Helper()
	keyring, err := secret.NewKeyring("k1", map[string][]byte{"k1": bytes.Repeat([]byte{1}, secret.KeySize)})
	require.NoError(t, err)
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
	require.NoError(t, err)
	return bankcard.New(keyring, hasher)
}

func newMember(t testing.TB, db postgres.DB) uuid.UUID {
	t.Helper()
	id := uuid.New()
	_, err := db.Exec(context.Background(), `INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0912345678', $2, 'vi', $3)`, id, id[:], now)
	require.NoError(t, err)
	return id
}

// send runs a batch in a savepoint, so that the test's transaction can go on after an error.
func send(t testing.TB, tx pgx.Tx, fill func(b *pgx.Batch)) error {
	t.Helper()
	return postgres.InTx(context.Background(), tx, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		fill(b)
		return tx.SendBatch(ctx, b).Close()
	})
}

func addition(member uuid.UUID, number string) bankcard.Addition {
	return bankcard.Addition{
		ID: uuid.New(), Member: member, Region: "vi", Holder: "Nguyễn Thị Lan", Status: bankcard.Active, Now: now,
		Form: bankcard.Form{BankCode: "VCB", Number: number, Type: bankcard.TypeAccount},
	}
}

func summaries(t testing.TB, tx pgx.Tx, member uuid.UUID) bankcard.Summaries {
	t.Helper()
	b := &pgx.Batch{}
	all := bankcard.OfMember(member).Queue(b)
	require.NoError(t, tx.SendBatch(context.Background(), b).Close())
	return all.Get()
}

func TestAccountNumberIsSealedAndReadsAreAudited(t *testing.T) {
	t.Parallel()
	cards, tx, ctx := service(t), postgrestest.Tx(t), context.Background()
	a := addition(newMember(t, tx), uuid.NewString()[:8]+"7858")
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { cards.QueueAdd(b, a) }))

	var row string
	require.NoError(t, tx.QueryRow(ctx, `SELECT c::text || encode(account_number_enc, 'escape') FROM bank_card c WHERE id = $1`, a.ID).Scan(&row))
	require.NotContains(t, row, a.Form.Number)
	require.Equal(t, "7858", summaries(t, tx, a.Member)[0].Last4)

	account, err := cards.Account(ctx, tx, a.ID, "job:order.payout", now)
	require.NoError(t, err)
	require.Equal(t, payment.Account{BankCode: "VCB", Number: a.Form.Number, Holder: "Nguyễn Thị Lan"}, account)
	var lines int
	require.NoError(t, tx.QueryRow(ctx, `SELECT count(*) FROM audit_log WHERE subject = $1 AND actor = 'job:order.payout' AND action = 'bank_card.read'`, "bank_card:"+a.ID.String()).Scan(&lines))
	require.Equal(t, 1, lines)
}

func TestAccountIsUniqueUntilClosed(t *testing.T) {
	t.Parallel()
	cards, tx := service(t), postgrestest.Tx(t)
	one, two := newMember(t, tx), newMember(t, tx)
	number := "9" + uuid.NewString()[:8]
	first, second := addition(one, number), addition(two, number)
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { cards.QueueAdd(b, first) }))
	require.Equal(t, reason.CardTaken, reason.Of(send(t, tx, func(b *pgx.Batch) { cards.QueueAdd(b, second) })))
	elsewhere := second
	elsewhere.Form.BankCode = "ACB"
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { cards.QueueAdd(b, elsewhere) }), "the same number at another bank")
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { bankcard.QueueClose(b, first.ID, now) }))
	second.ID = uuid.New()
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { cards.QueueAdd(b, second) }))
}

func TestOpenListsTheDefaultFirst(t *testing.T) {
	t.Parallel()
	cards, tx := service(t), postgrestest.Tx(t)
	member := newMember(t, tx)
	added := make([]bankcard.Addition, 3)
	for i := range added {
		added[i] = addition(member, "8"+uuid.NewString()[:8])
		added[i].Default, added[i].Now = i == 0, now.Add(time.Duration(i)*time.Minute)
		require.NoError(t, send(t, tx, func(b *pgx.Batch) { cards.QueueAdd(b, added[i]) }))
	}
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { bankcard.QueueDefault(b, member, added[2].ID) }))
	open := summaries(t, tx, member).Open()
	require.Equal(t, []uuid.UUID{added[2].ID, added[0].ID, added[1].ID}, []uuid.UUID{open[0].ID, open[1].ID, open[2].ID})
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { bankcard.QueueClose(b, added[2].ID, now) }))
	all := summaries(t, tx, member)
	require.Len(t, all, 3)
	require.Len(t, all.Open(), 2)
	require.False(t, all.Find(added[2].ID).IsDefault)
}

// spec: 3.bankcard-active
func TestReviewIsDecidedOnce(t *testing.T) {
	t.Parallel()
	cards, tx, ctx := service(t), postgrestest.Tx(t), context.Background()
	for _, approve := range []bool{true, false} {
		a := addition(newMember(t, tx), "7"+uuid.NewString()[:8])
		a.Status = bankcard.Inactive
		require.NoError(t, send(t, tx, func(b *pgx.Batch) {
			cards.QueueAdd(b, a)
			bankcard.QueueReview(b, a.ID, nil, bankcard.FaceOff, now)
		}))
		var id uuid.UUID
		all, err := bankcard.OpenReviews(paging.First(99)).Read(ctx, tx)
		require.NoError(t, err)
		for _, v := range all.Rows {
			if v.CardID == a.ID {
				id = v.ID
				require.Equal(t, a.Member, v.MemberID)
				require.Nil(t, v.OrderID)
			}
		}
		require.NotEqual(t, uuid.Nil, id)
		require.NoError(t, bankcard.Decide(ctx, tx, id, approve, "ann", "looked at it", now))
		want := map[bool]int{true: bankcard.Active, false: bankcard.Closed}[approve]
		g := summaries(t, tx, a.Member)[0]
		require.Equal(t, want, g.Status)
		require.Equal(t, approve, g.IsDefault, "the first active card is the default")
		require.Equal(t, reason.StateChanged, reason.Of(bankcard.Decide(ctx, tx, id, !approve, "bob", "", now)))
		_, err = bankcard.OpenReview(id).Read(ctx, tx)
		require.Equal(t, reason.StateChanged, reason.Of(err))
	}
}

func TestClosingACardEndsItsReview(t *testing.T) {
	t.Parallel()
	cards, tx := service(t), postgrestest.Tx(t)
	a := addition(newMember(t, tx), "6"+uuid.NewString()[:8])
	a.Status = bankcard.Inactive
	require.NoError(t, send(t, tx, func(b *pgx.Batch) {
		cards.QueueAdd(b, a)
		bankcard.QueueReview(b, a.ID, nil, bankcard.FaceOff, now)
		bankcard.QueueClose(b, a.ID, now)
	}))
	var state, why string
	require.NoError(t, tx.QueryRow(context.Background(), `SELECT state, reason FROM bank_card_review WHERE card_id = $1`, a.ID).Scan(&state, &why))
	require.Equal(t, "rejected withdrawn", state+" "+why)
}

func TestPassbookMustBeOwn(t *testing.T) {
	t.Parallel()
	cards, tx := service(t), postgrestest.Tx(t)
	a := addition(newMember(t, tx), "5"+uuid.NewString()[:8])
	a.Device = uuid.New()
	file := func(member, device uuid.UUID, kind string) (id uuid.UUID) {
		require.NoError(t, tx.QueryRow(t.Context(), `
			INSERT INTO file_object (member_id, kind, object_key, mime, bytes, sha256, created_at, device_id)
			VALUES ($1, $2, $3, 'image/jpeg', 1, '', $4, $5) RETURNING id`, member, kind, uuid.NewString(), now, device).Scan(&id))
		return id
	}
	for name, c := range map[string]struct {
		file uuid.UUID
		want reason.Reason
	}{
		"an unknown file":           {uuid.New(), reason.FileNotFound},
		"a file of another member":  {file(newMember(t, tx), a.Device, "passbook"), reason.FileNotFound},
		"a file of another device":  {file(a.Member, uuid.New(), "passbook"), reason.FileNotFound},
		"a picture of the identity": {file(a.Member, a.Device, "identity"), reason.FileKindWrong},
	} {
		a.Form.Passbook = &c.file
		err := send(t, tx, func(b *pgx.Batch) { cards.QueueAdd(b, a) })
		require.Equal(t, map[string]reason.Reason{"passbookFileId": c.want}, reason.From(err).Fields, name)
		require.Empty(t, summaries(t, tx, a.Member), name)
	}
	own := file(a.Member, a.Device, "passbook")
	a.Form.Passbook = &own
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { cards.QueueAdd(b, a) }))
	require.Equal(t, &own, summaries(t, tx, a.Member)[0].Passbook)
}
