package card_test

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var now = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

// byCode is the evidence of a borrower who entered an SMS code.
var byCode = card.Evidence{Code: true}

// bank answers name inquiries and counts them.
type bank struct {
	asked  atomic.Int32
	answer func(payment.Account) (string, error)
}

func (b *bank) NameInquiry(_ context.Context, a payment.Account) (string, error) {
	b.asked.Add(1)
	return b.answer(a)
}

var errDown = errors.New("connection failed")

// fixture is a borrower with a verified identity, and the flow.
type fixture struct {
	pool  *pgxpool.Pool
	bank  *bank
	cards *bankcard.Cards
	flow  *card.Card
	who   borrower.Borrower
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	keyring, err := secret.NewKeyring("k1", map[string][]byte{"k1": bytes.Repeat([]byte{1}, secret.KeySize)})
	require.NoError(t, err)
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
	require.NoError(t, err)
	w := &fixture{pool: postgrestest.New(t), cards: bankcard.New(keyring, hasher), bank: &bank{}}
	// Banks format names in their own way.
	w.bank.answer = func(payment.Account) (string, error) { return "NGUYEN THI LAN", nil }
	w.flow = card.New(w.pool, clock.Fixed(now), w.cards, w.bank, limit.New(hasher))
	w.who = borrower.Borrower{ID: flowtest.Member(t, w.pool), Region: region.Get("vi"), Phone: "0901234567"}
	w.who.DeviceID, w.who.SessionID = flowtest.LogIn(t, w.pool, w.who.ID)
	w.identify(t, w.who.ID, "Nguyễn Thị Lan")
	return w
}

// identify inserts a verified identity.
func (w *fixture) identify(t *testing.T, member uuid.UUID, name string) {
	t.Helper()
	front, back := uuid.New(), uuid.New()
	b := &pgx.Batch{}
	for _, id := range []uuid.UUID{front, back} {
		b.Queue(`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) VALUES ($1, $2, 'identity', $3, 'image/jpeg', 1, '\x00', $4)`, id, member, id.String(), now)
	}
	b.Queue(`
		INSERT INTO identity (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender, front_file_id, back_file_id, submitted_at)
		VALUES ($1, 'vi', $2, 'x', $3, '0123', '1999-05-20', 0, $4, $5, $6)`, member, name, member[:], front, back, now)
	require.NoError(t, w.pool.SendBatch(context.Background(), b).Close())
}

// withKey returns the borrower with a new idempotency key, or the given one.
func (w *fixture) withKey(key string) borrower.Borrower {
	if key == "" {
		key = uuid.NewString()
	}
	who := w.who
	who.IdempotencyKey = idempotency.Key{Scope: who.ID.String(), Route: "bankCard", Key: key, BodyHash: []byte("body")}
	return who
}

func account(number string) bankcard.Form {
	return bankcard.Form{BankCode: "VCB", Number: number, NumberAgain: number, Type: bankcard.TypeAccount}
}

func (w *fixture) add(t *testing.T, number string) bankcard.Summary {
	t.Helper()
	g, err := w.flow.Add(context.Background(), w.withKey(""), byCode, account(number))
	require.NoError(t, err)
	return g
}

func (w *fixture) list(t *testing.T) bankcard.Summaries {
	t.Helper()
	all, err := w.flow.List(context.Background(), w.who.ID)
	require.NoError(t, err)
	return all
}

// order inserts an order that pays to a card, in a status before the payout. Orders are locked in the order of their insertion.
func (w *fixture) order(t *testing.T, pays uuid.UUID, status loan.Status) uuid.UUID {
	t.Helper()
	product, order := uuid.New(), uuid.Must(uuid.NewV7())
	b := &pgx.Batch{}
	b.Queue(`INSERT INTO lender (code, region, name, licence, lender_type, gateway) VALUES ('sen', 'vi', 'Sen', 'GP 01', 'credit_institution', 'embedded') ON CONFLICT DO NOTHING`)
	b.Queue(`INSERT INTO loan_product (id, code, region, lender_code, version, created_at) VALUES ($1, $2, 'vi', 'sen', 1, $3)`, product, product.String(), now)
	b.Queue(`
		INSERT INTO loan_product_version (product_id, version, name, currency, min_amount, max_amount, amount_step, terms_days, annual_rate_bps, allocation_order, contract_version, created_at)
		VALUES ($1, 1, 'Vay nhanh', 'VND', 1, 100000000, 1, '{91}', 1500, '{}', 'test-1', $2)`, product, now)
	b.Queue(`
		INSERT INTO loan_order (id, order_no, member_id, region, app_product_id, product_id, product_version, lender_code, currency, status, applied_amount, principal, term_days, terms, bank_card_id, applied_at, applied_on)
		VALUES ($1, $2, $3, 'vi', '20005', $4, 1, 'sen', 'VND', 1, 5000000, 5000000, 91, $5, $6, $7, '2026-11-21')`,
		order, order.String(), w.who.ID, product, flowtest.Terms(), pays, now)
	steps := []string{
		`UPDATE loan_order SET status = 2 WHERE id = $1`,
		`UPDATE loan_order SET status = 4, offer_expires_at = '2026-11-24' WHERE id = $1`,
		`UPDATE loan_order SET status = 5, confirmed_at = '2026-11-21' WHERE id = $1`,
		`UPDATE loan_order SET status = 6, mend_until = '2026-11-28', failure_reason = 'account_closed' WHERE id = $1`,
	}
	for i, reached := range []loan.Status{loan.UnderReview, loan.ToConfirm, loan.Disbursing, loan.DisbursementFailed} {
		if status >= reached {
			b.Queue(steps[i], order)
		}
	}
	require.NoError(t, w.pool.SendBatch(context.Background(), b).Close())
	return order
}

func (w *fixture) readOrder(t *testing.T, id uuid.UUID) loan.Order {
	t.Helper()
	o, err := loan.ByID(id).Read(context.Background(), w.pool)
	require.NoError(t, err)
	return o
}
