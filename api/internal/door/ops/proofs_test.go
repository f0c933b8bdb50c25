package ops_test

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/proof"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// picture returns a photo as a phone sends it.
func picture(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, jpeg.Encode(&out, image.NewRGBA(image.Rect(0, 0, 40, 60)), nil))
	return out.Bytes()
}

// proof sends a proof of payment as the borrower of a loan.
func (d *desk) proof(t *testing.T, paid flowtest.Paid) repay.Proof {
	t.Helper()
	phone := uuid.New()
	file, err := d.Keepers.Media.PutPicture(t.Context(), d.Pool, paid.MemberID, phone, media.Proof, picture(t), d.Clock.Now())
	require.NoError(t, err)
	sent, err := d.Proofs.Send(t.Context(), idempotency.Key{Scope: paid.MemberID.String(), Route: "repay/proof", Key: uuid.NewString(), BodyHash: []byte{1}},
		proof.Submission{Member: paid.MemberID, Session: paid.Session, Device: phone, Order: paid.OrderID, Files: []uuid.UUID{file}, Note: "chuyển lúc 9 giờ"})
	require.NoError(t, err)
	return sent
}

func (d *desk) owed(t *testing.T, paid flowtest.Paid) int64 {
	t.Helper()
	facts, err := servicing.Read(paid.OrderID).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	return facts.Replay(d.Region.Today(d.Clock.Now())).Owed.Total()
}

// spec: 4.proof, 1.proof
func TestProofIsMatchedOrRejected(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.NoError(t, d.Keepers.Media.Prepare(t.Context()))
	paid := d.paid(t, 30)
	before := d.owed(t, paid)
	first, second, third := d.proof(t, paid), d.proof(t, paid), d.proof(t, paid)
	out := d.run(t, "proofs", "list")
	require.Equal(t, []string{"PROOF ID", "CREATED AT", "ORDER NO", "PICTURES", "NOTE"}, head(t, out))
	require.Equal(t, paid.OrderNo, row(t, out, first.ID.String())[2])

	folder := t.TempDir()
	require.Contains(t, d.run(t, "proofs", "show", first.ID.String(), "--to="+folder), "1 pictures")
	content, err := os.ReadFile(folder + "/" + first.ID.String() + "-1.jpg")
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(content), "\xff\xd8"), "a JPEG")

	// A payment in suspense is assigned to the loan of the proof. A second proof may show the same payment.
	serial := d.receive(t, "tra no", "0071000123456", 700_000)
	require.Equal(t, "The proof is matched to payment "+serial+"\n", d.run(t, "proofs", "match", first.ID.String(), serial))
	require.Equal(t, before-700_000, d.owed(t, paid))
	d.run(t, "proofs", "match", second.ID.String(), serial)
	require.Equal(t, before-700_000, d.owed(t, paid), "the payment counts once")
	require.Equal(t, "The proof is rejected\n", d.run(t, "proofs", "reject", third.ID.String(), "--reason=Ảnh không rõ số tiền"))
	require.Equal(t, before-700_000, d.owed(t, paid))
	require.Equal(t, "none\n", d.run(t, "proofs", "list"))

	sent, err := d.Proofs.List(t.Context(), paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	require.Equal(t, repay.ProofRejected, sent.Proofs[0].State)
	require.Equal(t, "Ảnh không rõ số tiền", sent.Proofs[0].Reason)
	require.Equal(t, repay.ProofMatched, sent.Proofs[2].State)
	require.Equal(t, 2, d.logged(t, "proof.match"))
	require.Equal(t, 1, d.logged(t, "proof.reject"))

	require.NotEmpty(t, d.refused(t, "proofs", "match", first.ID.String(), serial), "it was already decided")
	require.NotEmpty(t, d.refused(t, "proofs", "reject", first.ID.String(), "--reason=x"))
	require.NotEmpty(t, d.refused(t, "proofs", "match", uuid.NewString(), serial))
	require.Contains(t, d.refused(t, "proofs", "show", "x"), "ops proofs list")
	other := d.paid(t, 20)
	fourth := d.proof(t, other)
	require.NotEmpty(t, d.refused(t, "proofs", "match", fourth.ID.String(), serial), "the payment belongs to another loan")
	require.Equal(t, "Everything agrees\n", d.run(t, "reconcile"))
}

// The borrower finds a decision on a proof in the timeline of the loan and in the inbox; whoever decides again changes neither.
func TestBorrowerLearnsWhatBecameOfAProof(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.NoError(t, d.Keepers.Media.Prepare(t.Context()))
	paid := d.paid(t, 30)
	matched, rejected := d.proof(t, paid), d.proof(t, paid)
	serial := d.receive(t, "tra no", "0071000123456", 700_000)
	d.run(t, "proofs", "match", matched.ID.String(), serial)
	d.run(t, "proofs", "reject", rejected.ID.String(), "--reason=Ảnh không rõ số tiền")
	for _, p := range []repay.Proof{matched, rejected} {
		require.Contains(t, d.refused(t, "proofs", "reject", p.ID.String(), "--reason=x"), "handled already")
	}

	lines := func(sql string) []string {
		rows, err := d.Pool.Query(t.Context(), sql, paid.OrderID)
		require.NoError(t, err)
		got, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		return got
	}
	require.Equal(t, []string{
		"proof_submitted " + matched.ID.String(), "proof_submitted " + rejected.ID.String(),
		"proof_matched " + matched.ID.String(), "proof_rejected " + rejected.ID.String(),
	}, lines(`SELECT event || ' ' || (detail->>'proofId') FROM order_event WHERE order_id = $1 AND event LIKE 'proof%' ORDER BY id`))
	require.Equal(t, []string{"proof_received", "proof_received", "proof_matched", "proof_rejected"},
		lines(`SELECT kind FROM notice WHERE order_id = $1 AND kind LIKE 'proof%' ORDER BY id`))
	require.Contains(t, lines(`SELECT params::text FROM notice WHERE order_id = $1 AND kind = 'proof_matched'`)[0], "700000")
	for _, p := range []repay.Proof{matched, rejected} {
		decided, err := repay.ProofByID(p.ID).Read(t.Context(), d.Pool)
		require.NoError(t, err)
		require.WithinDuration(t, d.Clock.Now(), *decided.DecidedAt, time.Minute)
	}
}

// A proof that was matched with another person's payment waits again.
func TestProofWaitsAgainWhenItsPaymentIsUnmatched(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.NoError(t, d.Keepers.Media.Prepare(t.Context()))
	paid := d.paid(t, 30)
	first, second := d.proof(t, paid), d.proof(t, paid)
	serial, other := d.receive(t, "tra no", "0071000123456", 700_000), d.receive(t, "cua toi", "0071000123456", 300_000)
	d.run(t, "proofs", "match", first.ID.String(), serial)
	d.run(t, "proofs", "match", second.ID.String(), other)
	d.run(t, "suspense", "unmatch", serial, "--note=of somebody else")
	out := d.run(t, "proofs", "list")
	require.Contains(t, out, first.ID.String())
	require.NotContains(t, out, second.ID.String())
	require.NotEmpty(t, d.refused(t, "proofs", "match", first.ID.String(), serial), "the payment was reversed")
	p, err := repay.ProofByID(first.ID).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	require.Equal(t, []any{repay.ProofSubmitted, (*uuid.UUID)(nil), (*time.Time)(nil)}, []any{p.State, p.PaymentID, p.DecidedAt})
	d.run(t, "proofs", "match", first.ID.String(), other)

	// A member who has left is not notified about a proof.
	gone := d.paid(t, 20)
	third, serial := d.proof(t, gone), d.receive(t, "tra no", "0071000123456", 200_000)
	d.run(t, "proofs", "match", third.ID.String(), serial)
	_, err = d.Pool.Exec(t.Context(), `UPDATE member SET phone = NULL, status = 'deleted' WHERE id = $1`, gone.MemberID)
	require.NoError(t, err)
	d.run(t, "suspense", "unmatch", serial, "--note=of somebody else")
	p, err = repay.ProofByID(third.ID).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	require.Equal(t, repay.ProofRejected, p.State)
	require.NotNil(t, p.DecidedAt)
	require.Equal(t, "none\n", d.run(t, "proofs", "list"))
	require.Equal(t, "Everything agrees\n", d.run(t, "reconcile"))
}

// Matching a proof waits for a concurrent transaction that takes the payment out of the loan.
func TestProofIsNotMatchedWithAPaymentBeingUnmatched(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.NoError(t, d.Keepers.Media.Prepare(t.Context()))
	paid := d.paid(t, 30)
	sent, serial := d.proof(t, paid), d.receive(t, "tra no", "0071000123456", 700_000)
	d.run(t, "suspense", "match", serial, paid.OrderNo)
	p, err := repay.ByNumber(serial).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	out, err := d.Pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = out.Rollback(context.Background()) }()
	_, err = out.Exec(t.Context(), `UPDATE payment SET state = 'reversed' WHERE id = $1`, p.ID)
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- d.Proofs.Match(t.Context(), sent.ID, p.ID, pay.MatchRepayment, "ops:anna") }()
	require.Eventually(t, func() bool {
		var waits bool
		err := d.Pool.QueryRow(t.Context(), `
			SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM payment%')`).Scan(&waits)
		return err == nil && waits
	}, 30*time.Second, 5*time.Millisecond)
	require.NoError(t, out.Commit(t.Context()))
	require.ErrorIs(t, <-done, reason.New(reason.ReceiptNotFound))
}

// An alarm that no rule can resolve is shown until somebody records what was done.
func TestAlarmsAreListedAndClosed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	serial := d.receive(t, "???", "0071000123456", 300_000)
	p, err := repay.ByNumber(serial).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	b := &pgx.Batch{}
	for range 2 {
		repay.QueueAlarm(b, repay.Alarm{Kind: repay.ReturnedAndReversedAlarm, PaymentID: &p.ID, Detail: "RV1", RaisedAt: d.Clock.Now()})
	}
	require.NoError(t, d.Pool.SendBatch(t.Context(), b).Close())
	alarm := row(t, d.run(t, "alarms", "list"), serial)
	require.Equal(t, []string{"returned_and_reversed", serial, "-", "300,000 ₫", "RV1"}, alarm[len(alarm)-5:])
	require.Equal(t, "The alarm is closed\n", d.run(t, "alarms", "close", alarm[0], "--note=the payer sent it again"))
	require.Equal(t, "none\n", d.run(t, "alarms", "list"))
	require.Equal(t, 1, d.logged(t, "alarm.close"))
	require.NotEmpty(t, d.refused(t, "alarms", "close", alarm[0], "--note=x"))

	// The match was wrong.
	closed := row(t, d.run(t, "alarms", "list", "--closed"), serial)
	require.Equal(t, []string{alarm[0], "anna", "the payer sent it again"}, []string{closed[0], closed[len(closed)-2], closed[len(closed)-1]})
	require.Equal(t, "The alarm is open again\n", d.run(t, "alarms", "reopen", alarm[0], "--note=another payer"))
	require.Equal(t, alarm, row(t, d.run(t, "alarms", "list"), serial))
	require.Equal(t, "none\n", d.run(t, "alarms", "list", "--closed"))
	require.Contains(t, d.refused(t, "alarms", "reopen", alarm[0], "--note=x"), "no such closed alarm")
	d.run(t, "alarms", "close", alarm[0], "--note=seen")
	b = &pgx.Batch{}
	repay.QueueAlarm(b, repay.Alarm{Kind: repay.ReturnedAndReversedAlarm, PaymentID: &p.ID, Detail: "RV2", RaisedAt: d.Clock.Now()})
	require.NoError(t, d.Pool.SendBatch(t.Context(), b).Close())
	require.Contains(t, d.refused(t, "alarms", "reopen", alarm[0], "--note=x"), "the alarm about it is open")
	require.Contains(t, d.refused(t, "alarms", "close", "x", "--note=x"), "ops alarms list")
}

// A proof is matched to a payment that is booked to its loan, while a colleague takes that payment out of the loan: the match
// waits for the payment.
func TestProofMatchWaitsForPayment(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.NoError(t, d.Keepers.Media.Prepare(t.Context()))
	paid := d.paid(t, 30)
	second := d.proof(t, paid)
	serial := d.receive(t, "tra no", "0071000123456", 700_000)
	d.run(t, "proofs", "match", d.proof(t, paid).ID.String(), serial)
	tx, err := d.Pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `SELECT FROM payment WHERE serial_number = $1 FOR NO KEY UPDATE`, serial)
	require.NoError(t, err)
	require.NoError(t, postgrestest.Waits(t, tx, func() error {
		_, err := d.try(t, "proofs", "match", second.ID.String(), serial)
		return err
	}))
}

// A colleague rejects a proof while it is matched to a payment in suspense: the match does not happen, and its money stays in suspense.
func TestProofIsDecidedByOneOfTwoOperators(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.NoError(t, d.Keepers.Media.Prepare(t.Context()))
	paid := d.paid(t, 30)
	p, before := d.proof(t, paid), d.owed(t, paid)
	serial := d.receive(t, "tra no", "0071000123456", 700_000)
	rejected, at := p, d.Clock.Now()
	rejected.State, rejected.Reason, rejected.DecidedAt = repay.ProofRejected, "another bank's receipt", &at
	tx := postgrestest.Begin(t, d.Pool)
	b := &pgx.Batch{}
	repay.QueueDecideProof(b, rejected)
	require.NoError(t, tx.SendBatch(t.Context(), b).Close())
	require.Equal(t, reason.ProofHandled, reason.Of(postgrestest.Waits(t, tx, func() error {
		_, err := d.try(t, "proofs", "match", p.ID.String(), serial)
		return err
	})))
	require.Equal(t, before, d.owed(t, paid))
	require.Contains(t, d.run(t, "suspense", "list"), serial)
	require.Zero(t, d.logged(t, "proof.match"))
}

// Two proofs are sent at the same time while there is room for one: the second waits, and is refused.
func TestProofWaitsForConcurrentProof(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.NoError(t, d.Keepers.Media.Prepare(t.Context()))
	paid, phone := d.paid(t, 30), uuid.New()
	for range repay.MaxOpenProofs - 1 {
		d.proof(t, paid)
	}
	file, err := d.Keepers.Media.PutPicture(t.Context(), d.Pool, paid.MemberID, phone, media.Proof, picture(t), d.Clock.Now())
	require.NoError(t, err)
	tx := postgrestest.Begin(t, d.Pool)
	_, err = loan.Lock(paid.MemberID, paid.OrderID).Read(t.Context(), tx)
	require.NoError(t, err)
	b := &pgx.Batch{}
	repay.QueueProof(b, repay.Proof{ID: uuid.New(), OrderID: paid.OrderID, MemberID: paid.MemberID, FileIDs: []uuid.UUID{file}, CreatedAt: d.Clock.Now()})
	require.NoError(t, tx.SendBatch(t.Context(), b).Close())
	require.Equal(t, reason.ProofTooMany, reason.Of(postgrestest.Waits(t, tx, func() error {
		_, err := d.Proofs.Send(t.Context(), idempotency.Key{Scope: paid.MemberID.String(), Route: "repay/proof", Key: uuid.NewString(), BodyHash: []byte{1}},
			proof.Submission{Member: paid.MemberID, Session: paid.Session, Device: phone, Order: paid.OrderID, Files: []uuid.UUID{file}})
		return err
	})))
}
