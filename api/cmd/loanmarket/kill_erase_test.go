package main_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/minio/minio-go/v7"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// TestErasureResumesAfterKillAtEachStep kills the process at each step of one erasure: before the pictures, in
// the second page of messages, before the notices, and before it is marked as done. At every point the borrower's calls
// get the same answers as after the erasure, and operator lists and a late report of the bank still work. In the end
// nothing remains in the database or in the object store except the documents that the law requires.
func TestErasureResumesAfterKillAtEachStep(t *testing.T) {
	t.Parallel()
	binary := apptest.Compile(t)
	stack := apptest.Start(t, apptest.Processes(0))
	s := sandboxFixture(t, stack)
	program := stack.Spawn(t, binary)
	l := s.newLoan(t.Context(), t, rand.New(rand.NewPCG(1, 1)))
	for _, step := range []func() error{l.enter, l.verify, l.apply, l.offered, l.confirm, l.payOut, l.payBack} {
		require.NoError(t, step())
	}
	s.settle(t)
	pictures := map[uuid.UUID]media.Kind{}
	for _, kind := range []media.Kind{media.Complaint, media.Identity, media.Complaint} {
		var file contract.FileData
		answer, err := l.TryForm(t.Context(), "fileUpload", map[string]string{"kind": string(kind)}, "file", apptest.Frame(t))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(answer.Data, &file), "%s", answer.Body)
		pictures[file.FileID] = kind
	}
	var document uuid.UUID
	require.NoError(t, s.Owner.QueryRow(t.Context(), `SELECT id FROM file_object WHERE member_id = $1 AND kind = 'document' LIMIT 1`, l.MemberID).Scan(&document))
	var code contract.PayIntentData
	require.NoError(t, s.Owner.QueryRow(t.Context(), `SELECT code FROM payment_intent WHERE order_id = $1 ORDER BY created_at DESC LIMIT 1`, l.order.OrderID).Scan(&code.Memo))
	for _, sql := range []string{
		`INSERT INTO support_ticket (ticket_no, member_id, kind, due_on, created_at) SELECT 'YC9' || n, $1, 'message', '2026-01-01', '2026-01-01Z' FROM generate_series(1, 3) n`,
		`INSERT INTO support_message (ticket_id, author, body, created_at) SELECT id, 'borrower', 'x', created_at FROM support_ticket, generate_series(1, 400) WHERE member_id = $1`,
		`INSERT INTO notice (member_id, kind, params, at) SELECT $1, 'x', '{}', '2026-01-01Z' FROM generate_series(1, 600)`,
		`UPDATE member SET status = 'deleting' WHERE id = $1`,
		`INSERT INTO account_deletion (member_id, requested_at, due_at) VALUES ($1, '2026-01-01Z', '2026-01-08Z')`,
	} {
		require.NoError(t, l.plant(sql, l.MemberID), sql)
	}

	program.Kill()

	var during []answers
	for _, point := range []struct {
		row                      string
		pictures, words, notices bool
	}{
		{row: `file_object WHERE member_id = $1 AND kind = 'complaint'`, pictures: true, words: true, notices: true},
		{row: `support_message WHERE id = (SELECT m.id FROM support_message m JOIN support_ticket t ON t.id = m.ticket_id WHERE t.member_id = $1 ORDER BY t.id, m.id OFFSET 700 LIMIT 1)`, words: true, notices: true},
		{row: `notice WHERE member_id = $1`, notices: true},
		{row: `account_deletion WHERE member_id = $1`},
	} {
		s.killBefore(t, binary, point.row, l.MemberID)
		answering := stack.Spawn(t, binary, "JOBS=none")
		require.Equal(t, point.pictures, 0 < s.number(t, `SELECT count(*) FROM file_object WHERE member_id = $1 AND kind <> 'document' AND erased_at IS NULL`, l.MemberID), point.row)
		require.Equal(t, point.words, 0 < s.number(t, `SELECT count(*) FROM support_message WHERE body <> ''`), point.row)
		require.Equal(t, point.notices, 0 < s.number(t, `SELECT count(*) FROM notice WHERE member_id = $1`, l.MemberID), point.row)
		require.EqualValues(t, 1, s.number(t, `SELECT count(*) FROM account_deletion WHERE outcome IS NULL`), "the erasure must not be done yet")
		during = append(during, s.callAll(t, l))
		for _, command := range [][]string{
			{"deletions", "list"}, {"orders", "show", l.order.OrderNo}, {"orders", "list"}, {"support", "list"}, {"refunds", "list"}, {"payments", "list"}, {"waiting"},
		} {
			stack.Operate(t, binary, command...)
		}
		answering.Kill()
		// Somebody pays once more for a loan that is settled.
		_, err := s.bank.Pay(t.Context(), payment.Incoming{
			Account: "1017595600", Memo: code.Memo, Amount: money.Of(10_000, money.VND), PayerName: "NGUYEN THI LAN", PayerAccount: "0071000123456", PaidAt: l.Now(),
		})
		require.NoError(t, err)
		l.paid += 10_000
	}
	stack.Spawn(t, binary)
	s.continueErasure(t)
	require.Eventually(t, func() bool { return s.number(t, `SELECT count(*) FROM account_deletion WHERE outcome = 'done'`) == 1 }, patience, 20*time.Millisecond)
	s.settle(t)
	for _, before := range during {
		require.Equal(t, s.callAll(t, l), before, "calls during the erasure must get the same answers as after it")
	}
	require.Zero(t, s.number(t, `SELECT count(*) FROM support_message WHERE body <> ''`))
	for id, kind := range pictures {
		require.False(t, s.stored(t, kind, id), "the bytes of an erased picture must be deleted")
	}
	require.True(t, s.stored(t, media.Document, document), "documents that the law requires must be kept")
	require.Zero(t, s.number(t, `SELECT count(*) FROM file_object WHERE member_id = $1 AND kind <> 'document' AND erased_at IS NULL`, l.MemberID))
	require.EqualValues(t, 1, s.number(t, `SELECT count(*) FROM audit_log WHERE action = 'account.erased'`))
	require.EqualValues(t, 4, s.number(t, `SELECT count(*) FROM payment WHERE amount = 10000 AND order_id = $1`, l.order.OrderID))
	require.Zero(t, s.number(t, `SELECT count(*) FROM notice WHERE member_id = $1`, l.MemberID), "a payment during the erasure must create no notice")
	s.judge(t, [][]*loan{{l}})
}

// continueErasure makes the queue do at once what it would do within a minute: look for due deletions and rescue the jobs of
// killed processes.
func (s *fixture) continueErasure(t *testing.T) {
	t.Helper()
	s.alone(t, `river_job`, `UPDATE river_job SET state = 'available', scheduled_at = now() WHERE state IN ('running', 'retryable', 'scheduled') AND kind LIKE 'account.%'`)
	require.NoError(t, pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) error {
		return job.Insert(t.Context(), tx, job.Of(account.EraseArgs{})...)
	}))
}

// killBefore starts a process and kills it when its erasure of a member reaches a row.
func (s *fixture) killBefore(t *testing.T, binary, row string, member uuid.UUID) {
	t.Helper()
	held, err := s.Owner.Begin(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), `SELECT FROM `+row+` FOR UPDATE`, member)
	require.NoError(t, err)
	var holder int32
	require.NoError(t, held.QueryRow(t.Context(), `SELECT pg_backend_pid()`).Scan(&holder))
	program := s.Spawn(t, binary)
	s.continueErasure(t)
	const waits = `SELECT count(*) FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))`
	require.Eventually(t, func() bool { return s.number(t, waits, holder) > 0 }, patience, 10*time.Millisecond, row)
	program.Kill()
	// The statements of the killed process are not carried out, as if the database server had lost power as well.
	_, err = s.Pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`)
	require.NoError(t, err)
	s.Pool.Reset()
	require.NoError(t, held.Rollback(t.Context()))
}

// answers holds the answers to a borrower's calls: code and message.
type answers map[string]string

// callAll makes the calls of a borrower who has left, with the former token, and returns the answers.
func (s *fixture) callAll(t *testing.T, l *loan) answers {
	t.Helper()
	all := answers{}
	for operation, request := range map[string]body{
		"memberQuery": {}, "memberData": {}, "memberDeletionStatus": {}, "memberWithdrawDeletion": {}, "supportList": {}, "repayRecord": {},
		"orderDetail": l.me(), "repayCertificate": l.me(), "memberCheckPhone": {"phoneNum": l.Phone},
	} {
		answer, err := l.TryAt(t.Context(), uuid.NewString(), operation, nil, request)
		require.NoError(t, err)
		all[operation] = string(answer.Body)
	}
	return all
}

// stored reports whether the object store has the bytes of a file.
func (s *fixture) stored(t *testing.T, kind media.Kind, file uuid.UUID) bool {
	t.Helper()
	_, err := s.S3.Client.StatObject(t.Context(), s.S3.Prefix+string(kind), file.String(), minio.StatObjectOptions{})
	if err != nil {
		require.Equal(t, "NoSuchKey", minio.ToErrorResponse(err).Code)
	}
	return err == nil
}
