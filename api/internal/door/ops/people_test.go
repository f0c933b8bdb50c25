package ops_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const phone = "0912345678"

func TestCreditIsShownAndSet(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.register(t, phone)
	out := d.run(t, "credit", "show", "+84 912 345 678")
	require.Equal(t, "600", row(t, out, "SCORE")[1])
	require.Contains(t, out, "HISTORY\nnone")

	type answer struct {
		Credit struct {
			Limit struct{ Minor int64 }
			Score int
		}
		History []struct {
			Event string
			Score int
		}
	}
	set := data[answer](t, d, "credit", "set", phone, "--limit=20000000", "--score=700", "--reason=agreed by telephone")
	require.Equal(t, int64(20_000_000), set.Credit.Limit.Minor)
	require.Equal(t, 700, set.Credit.Score)
	require.Equal(t, "operator", set.History[1].Event)
	set = data[answer](t, d, "credit", "set", phone, "--score=650", "--reason=corrected")
	require.Equal(t, int64(20_000_000), set.Credit.Limit.Minor, "the limit is unchanged")
	require.Equal(t, 2, d.logged(t, "credit.set"))

	require.Contains(t, d.refused(t, "credit", "set", phone, "--reason=x"), "neither a limit nor a score")
	require.Contains(t, d.refused(t, "credit", "set", phone, "--score=1001", "--reason=x"), "0 to 1000")
	require.Contains(t, d.refused(t, "credit", "set", phone, "--limit=-1", "--reason=x"), "the limit -1 VND is out of range")
	require.Contains(t, d.refused(t, "credit", "set", phone, "--score=1"), "--reason")
	require.Equal(t, "nobody has registered with this number", d.refused(t, "credit", "show", "0987654321"))
	require.NotEmpty(t, d.refused(t, "credit", "show", "12"))
}

// A refusal that blocked a product for too long, by mistake or after reconsideration, can be ended.
func TestFreezeIsEnded(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.register(t, phone)
	require.Equal(t, "this product is not closed to the borrower: see ops credit show", d.refused(t, "credit", "end-freeze", phone, "quick", "--reason=x"))
	quick, err := product.ByCode("quick").Read(t.Context(), d.Pool)
	require.NoError(t, err)
	b := &pgx.Batch{}
	credit.QueueFreeze(b, id, quick.ID, d.Clock.Now().AddDate(0, 0, 30), "income_too_low")
	require.NoError(t, d.Pool.SendBatch(t.Context(), b).Close())
	shown := row(t, d.run(t, "credit", "show", phone), "income_too_low")
	require.Equal(t, "quick", shown[0])
	require.Contains(t, d.refused(t, "credit", "end-freeze", phone, "quick"), "--reason")
	require.NotEmpty(t, d.refused(t, "credit", "end-freeze", phone, "none", "--reason=x"))
	require.Equal(t, "quick is open to 091••••678\n", d.run(t, "credit", "end-freeze", phone, "quick", "--reason=a payslip was misread"))
	require.NotContains(t, d.run(t, "credit", "show", phone), "income_too_low")
	frozen, err := credit.Frozen(id, d.Clock.Now()).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	require.Empty(t, frozen)
	require.Equal(t, 1, d.logged(t, "credit.end_freeze"))
	require.NotEmpty(t, d.refused(t, "credit", "end-freeze", phone, "quick", "--reason=again"))
}

func TestAllowList(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.register(t, phone)
	require.Equal(t, "none\n", d.run(t, "member", "allow-list", "list"))
	require.Equal(t, "091••••678 is on the allow-list\n", d.run(t, "member", "allow-list", "add", phone))
	require.Equal(t, "091••••678 is on the allow-list, as before\n", d.run(t, "member", "allow-list", "add", phone))
	out := d.run(t, "member", "allow-list", "list")
	require.Equal(t, []string{"MEMBER ID", "PHONE", "STATUS", "MEMBER SINCE"}, head(t, out))
	require.Equal(t, "active", row(t, out, "091••••678")[2])
	require.Equal(t, "091••••678 is not on the allow-list\n", d.run(t, "member", "allow-list", "remove", phone))
	require.Equal(t, "none\n", d.run(t, "member", "allow-list", "list"))
	require.Equal(t, 2, d.logged(t, "allow_list.add"))
	require.Equal(t, 1, d.logged(t, "allow_list.remove"))
	require.Equal(t, "nobody has registered with this number", d.refused(t, "member", "allow-list", "add", "0987654321"))
}

func TestCardsAreReviewed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	order := d.waiting(t)
	review := func() (card uuid.UUID, id string) {
		t.Helper()
		card = d.life.Card(t, order.MemberID, bankcard.Inactive)
		require.NoError(t, d.Pool.QueryRow(t.Context(),
			`INSERT INTO bank_card_review (card_id, order_id, created_at) VALUES ($1, $2, $3) RETURNING id`, card, order.ID, d.Clock.Now()).Scan(&id))
		_, err := d.Pool.Exec(t.Context(), `UPDATE loan_order SET pending_card_id = $2 WHERE id = $1`, order.ID, card)
		require.NoError(t, err)
		return card, id
	}
	card, id := review()
	out := d.run(t, "cards", "list")
	require.Equal(t, []string{"REVIEW ID", "CREATED AT", "ORDER NO", "BANK", "HOLDER", "ACCOUNT", "FACE"}, head(t, out))
	require.Equal(t, []string{order.OrderNo, "VCB", "Nguyễn Thị Lan", "••1234", "off"}, row(t, out, id)[2:])
	require.Equal(t, "The card is approved\n", d.run(t, "cards", "approve", id))
	after, err := loan.ByID(order.ID).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	require.Equal(t, card, after.BankCardID)
	require.Contains(t, d.refused(t, "cards", "approve", id), "it was already decided")

	_, id = review()
	require.Contains(t, d.refused(t, "cards", "reject", id), "--reason")
	require.Equal(t, "The card is rejected\n", d.run(t, "cards", "reject", id, "--reason=another name"))
	require.Equal(t, "none\n", d.run(t, "cards", "list"))
	require.Equal(t, 2, d.logged(t, "bank_card.review"))
	require.Contains(t, d.refused(t, "cards", "reject", "x", "--reason=y"), "is not a review ID")
}

func TestSessionsAreEnded(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.register(t, phone)
	require.Equal(t, "0 sessions of 091••••678 ended\n", d.run(t, "sessions", "end", phone, "--note=a stolen phone"))
	require.Equal(t, 1, d.logged(t, "session.end"))
	require.Contains(t, d.refused(t, "sessions", "end", phone), "--note")
	require.Equal(t, "nobody has registered with this number", d.refused(t, "sessions", "end", "0987654321", "--note=x"))
	require.Equal(t, "0 sessions ended\n", d.run(t, "sessions", "end-all", "--note=stolen tokens"))
	require.Equal(t, 1, d.logged(t, "session.end_all"))
}

// The score is set while another change raises the limit: the raise is kept.
func TestSetScoreKeepsConcurrentRaiseOfTheLimit(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := credit.Initial(d.register(t, phone), d.Region, false)
	raised := first.CarrierVerified(d.Region)
	require.Greater(t, raised.Limit, first.Limit)
	tx := postgrestest.Begin(t, d.Pool)
	b := &pgx.Batch{}
	credit.Lock(first, d.Clock.Now()).Queue(b)
	credit.QueueChange(b, raised, credit.KindCarrier, nil, d.Clock.Now())
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.NoError(t, postgrestest.Waits(t, tx, func() error {
		_, err := d.try(t, "credit", "set", phone, "--score=900", "--reason=agreed by telephone")
		return err
	}))
	after, err := credit.Of(first).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	require.Equal(t, credit.Profile{MemberID: first.MemberID, Currency: first.Currency, Limit: raised.Limit, Score: 900}, after)
}
