package account_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var asked = time.Date(2026, 11, 2, 4, 0, 0, 0, time.UTC)

// newDeletion creates a member with a deletion request that is due after some hours.
func newDeletion(t *testing.T, pool *pgxpool.Pool, hours int) (who, deletion uuid.UUID) {
	t.Helper()
	who = flowtest.Member(t, pool)
	b := &pgx.Batch{}
	member.QueueRequestDeletion(b, who, asked, asked.Add(time.Duration(hours)*time.Hour))
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT id FROM account_deletion WHERE member_id = $1`, who).Scan(&deletion))
	return who, deletion
}

func count(t *testing.T, pool *pgxpool.Pool, where string, who uuid.UUID) (n int) {
	t.Helper()
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM account_deletion WHERE `+where+` AND member_id = $1`, who).Scan(&n))
	return n
}

// Every run starts with the oldest deletion, so one that always fails must not block the others.
func TestFailedErasureDoesNotBlockOtherMembers(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	now := clock.Fixed(asked.Add(100 * time.Hour))
	flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, nil, nil, account.Config{}).InPages(1)
	_, deletion := newDeletion(t, pool, 1)
	behind, _ := newDeletion(t, pool, 2)
	postgrestest.Break(t, pool, "account_deletion", deletion)
	erased, err := flow.Erase(t.Context())
	require.ErrorContains(t, err, deletion.String())
	require.Equal(t, 1, erased)
	require.Equal(t, 1, count(t, pool, `outcome = 'done'`, behind))
}

// Nothing is erased until every settled loan has its certificate, including one that is settled while the others are
// being made. A job of its own makes them.
func TestErasureWaitsForCertificatesOfSettledLoans(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	first := flowtest.PayOut(t, pool, flowtest.Loan{})
	var second flowtest.Paid
	b := &pgx.Batch{}
	member.QueueRequestDeletion(b, first.MemberID, asked, asked.Add(time.Hour))
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	settle := func(order uuid.UUID) {
		b := &pgx.Batch{}
		loan.QueueSettle(b, order, first.Loan.DisbursedOn, asked)
		require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	}
	settle(first.OrderID)
	var made []uuid.UUID
	certify := func(ctx context.Context, order uuid.UUID) error {
		made = append(made, order)
		file := uuid.New()
		if _, err := pool.Exec(ctx, `
			INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at)
			VALUES ($1::uuid, $2, 'document', $1::uuid::text, 'application/pdf', 1, '', $3)`, file, first.MemberID, asked); err != nil {
			return err
		}
		at := asked
		key := loan.DocumentKey{OrderID: order, Kind: loan.DocumentCertificate, Subject: loan.Loan{OrderID: order, SettledAt: &at}.Settlement(), Lang: lang.VI}
		if _, err := loan.SaveDocument(key, loan.File{ID: file, SHA256: []byte{1}}, asked).Read(ctx, pool); err != nil {
			return err
		}
		if order == first.OrderID {
			second = flowtest.PayOut(t, pool, flowtest.Loan{MemberID: first.MemberID})
			settle(second.OrderID)
		}
		return nil
	}
	now := clock.Fixed(asked.Add(100 * time.Hour))
	flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, certify, nil, account.Config{})
	args := account.CertifyArgs{MemberID: first.MemberID}
	for range 2 { // one for each loan
		for range 3 {
			erased, err := flow.EraseNow(t.Context())
			require.NoError(t, err)
			require.Zero(t, erased)
			unfinished, err := job.CountUnfinished(args.Kind()).Read(t.Context(), pool)
			require.NoError(t, err)
			require.Equal(t, 1, unfinished, "one unfinished job per member, however often the erasure runs")
		}
		require.Zero(t, count(t, pool, `outcome = 'done'`, first.MemberID))
		more, err := flow.Certify(t.Context(), args)
		require.NoError(t, err)
		require.False(t, more)
		_, err = pool.Exec(t.Context(), `DELETE FROM river_job WHERE kind = $1`, args.Kind())
		require.NoError(t, err)
	}
	erased, err := flow.EraseNow(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, erased)
	require.Equal(t, []uuid.UUID{first.OrderID, second.OrderID}, made)
}

// Accounts are erased a second time, because requests may still have been running. A row that is already erased is not
// written again, even if there are 100,000 messages.
func TestErasedRowsAreNotUpdatedAgain(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	for _, insert := range []string{
		`INSERT INTO support_ticket (ticket_no, member_id, kind, due_on, created_at) VALUES ('YC1', $1, 'message', '2026-01-01', '2026-01-01Z')`,
		`INSERT INTO support_message (ticket_id, author, body, created_at) SELECT id, 'borrower', 'x', created_at FROM support_ticket, generate_series(1, 3) WHERE member_id = $1`,
		`INSERT INTO hardship (member_id, order_id, kind, amount, currency, until, repaid, created_at, body, state, ended_at)
			SELECT $1, id, 'promise', 1, 'VND', '2026-05-01', 0, '2026-01-01Z', 'x', 'kept', '2026-01-02Z' FROM loan_order WHERE member_id = $1`,
	} {
		_, err := pool.Exec(t.Context(), insert, paid.MemberID)
		require.NoError(t, err)
	}
	versions := func() (all []string) {
		b := &pgx.Batch{}
		support.QueueErase(b, paid.MemberID, asked)
		require.NoError(t, postgres.Send(t.Context(), pool, b))
		require.NoError(t, support.EraseMany(t.Context(), pool, paid.MemberID, 2))
		all, err := postgres.Column[string]("versions", `
			SELECT xmin::text || body FROM support_message UNION ALL SELECT xmin::text || body FROM hardship`).Read(t.Context(), pool)
		require.NoError(t, err)
		return all
	}
	first := versions()
	require.Len(t, first, 4)
	require.NotContains(t, strings.Join(first, ""), "x")
	require.ElementsMatch(t, first, versions())
}

// An account with many messages and pictures is erased in pages. If this is interrupted between two pages, nobody can
// log in or withdraw the deletion meanwhile, the deletion is not marked as done, and the next run continues.
func TestInterruptedErasureContinues(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	who, deletion := newDeletion(t, pool, 1)
	for _, insert := range []string{
		`INSERT INTO device (id, member_id, hash, created_at, seen_at, trusted_at) VALUES ($1, $1, uuid_send($1), '2026-01-01Z', '2026-01-01Z', '2026-01-01Z')`,
		`INSERT INTO session (token_hash, member_id, device_id, app_product_id, created_at, expires_at) VALUES (sha256(uuid_send($1)), $1, $1, '20005', '2026-01-01Z', '2027-01-01Z')`,
		`INSERT INTO support_ticket (ticket_no, member_id, kind, due_on, created_at) SELECT 'YC' || n, $1, 'message', '2026-01-01', '2026-01-01Z' FROM generate_series(1, 3) n`,
		`INSERT INTO support_message (ticket_id, author, body, created_at) SELECT id, 'borrower', 'x', created_at FROM support_ticket, generate_series(1, 3) WHERE member_id = $1`,
		`INSERT INTO notice (member_id, kind, params, at) SELECT $1, 'x', '{}', '2026-01-01Z' FROM generate_series(1, 3)`,
		`INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at)
			SELECT id, $1, 'complaint', id::text, 'image/jpeg', 1, '', '2026-01-01Z' FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 3)) n`,
	} {
		_, err := pool.Exec(t.Context(), insert, who)
		require.NoError(t, err, insert)
	}
	left := func() (files, words, notices int) {
		require.NoError(t, pool.QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM file_object WHERE member_id = $1 AND erased_at IS NULL), (SELECT count(*) FROM support_message WHERE body <> ''),
				(SELECT count(*) FROM notice WHERE member_id = $1)`, who).Scan(&files, &words, &notices))
		return files, words, notices
	}
	var seventh uuid.UUID
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT id FROM support_message ORDER BY ticket_id, id OFFSET 6 LIMIT 1`).Scan(&seventh))
	postgrestest.Break(t, pool, "support_message", seventh)
	now := clock.Fixed(asked.Add(100 * time.Hour))
	flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, nil, nil, account.Config{}).InPages(2)
	for range 2 {
		erased, err := flow.EraseNow(t.Context())
		require.ErrorContains(t, err, deletion.String())
		require.Zero(t, erased)
		files, words, notices := left()
		require.Equal(t, []int{0, 3, 3}, []int{files, words, notices}, "complete pages are committed, the failed page is rolled back")
	}
	var gone bool
	require.NoError(t, pool.QueryRow(t.Context(), `
		SELECT m.status = 'deleted' AND m.phone IS NULL AND NOT EXISTS (SELECT FROM session WHERE member_id = m.id AND revoked_at IS NULL)
			AND NOT EXISTS (SELECT FROM device WHERE member_id = m.id AND trusted_at IS NOT NULL)
		FROM member m WHERE id = $1`, who).Scan(&gone))
	require.True(t, gone, "the member must not be able to log in")
	b := &pgx.Batch{}
	member.QueueEndDeletion(b, who, member.DeletionWithdrawn, asked)
	require.Equal(t, reason.StateChanged, reason.Of(postgres.Send(t.Context(), pool, b)), "the deletion can no longer be withdrawn")
	require.Equal(t, 1, count(t, pool, `outcome IS NULL`, who), "the deletion must not be marked as done")
	var noted int
	log := func() int {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_log WHERE action = 'account.erased'`).Scan(&noted))
		return noted
	}
	require.Zero(t, log())

	_, err := postgrestest.Owner(t, pool).Exec(t.Context(), `DROP TRIGGER broken ON support_message`)
	require.NoError(t, err)
	erased, err := flow.EraseNow(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, erased)
	files, words, notices := left()
	require.Equal(t, []int{0, 0, 0}, []int{files, words, notices})
	require.Equal(t, 1, count(t, pool, `outcome = 'done'`, who))
	require.Equal(t, 1, log())
	var removed int
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT sum(jsonb_array_length(args->'files')) FROM river_job WHERE kind = 'account.remove_files'`).Scan(&removed))
	require.Equal(t, 3, removed, "the object of each picture is removed once")
	erased, err = flow.EraseNow(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased)
}

// Two processes may erase the same account at the same time, and an hour later for the second time. Only one counts it,
// and queues the jobs.
func TestTwoProcessesEraseAnAccountOnce(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	who, _ := newDeletion(t, pool, 1)
	for times, hours := range []time.Duration{100, 102} {
		now := clock.Fixed(asked.Add(hours * time.Hour))
		flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, nil, chat.NewChatwoot("http://127.0.0.1:9", "1", "x"), account.Config{})
		tx := postgrestest.Begin(t, pool)
		_, err := tx.Exec(t.Context(), `SELECT FROM account_deletion FOR UPDATE`)
		require.NoError(t, err)
		results := make(chan int, 2)
		for range 2 {
			go func() {
				erased, err := flow.Erase(context.Background())
				if err != nil {
					erased = -9
				}
				results <- erased
			}()
		}
		postgrestest.AwaitWaiting(t, pool, 2)
		require.NoError(t, tx.Commit(t.Context()))
		require.Equal(t, 1-times, <-results+<-results)
		require.Equal(t, 1, count(t, pool, `outcome = 'done'`, who))
		require.Equal(t, times, count(t, pool, `erased_again_at IS NOT NULL`, who))
		var jobs int
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'account.forget_chat'`).Scan(&jobs))
		require.Equal(t, times+1, jobs)
	}
}

// If a borrower has more settled loans than certificates can be made in one attempt, they are made page by page.
func TestManyCertificatesAreMadeInPages(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	who := flowtest.Member(t, pool)
	for range 3 {
		paid := flowtest.PayOut(t, pool, flowtest.Loan{MemberID: who})
		b := &pgx.Batch{}
		loan.QueueSettle(b, paid.OrderID, paid.Loan.DisbursedOn, asked)
		require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	}
	made := 0
	certify := func(context.Context, uuid.UUID) error { made++; return nil }
	flow := account.New(pool, postgres.NewReplica(pool, nil), clock.Fixed(asked), nil, nil, nil, certify, nil, account.Config{})
	for size, more := range map[int]bool{2: true, 3: false, 4: false} {
		made = 0
		left, err := flow.InPages(size).Certify(t.Context(), account.CertifyArgs{MemberID: who})
		require.NoError(t, err)
		require.Equal(t, more, left, size)
		require.Equal(t, min(size, 3), made)
	}
}

// An object store that does not respond blocks only the members whose certificates are missing.
func TestHangingObjectStoreDoesNotBlockMembersWithoutDocuments(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	first := flowtest.PayOut(t, pool, flowtest.Loan{})
	b := &pgx.Batch{}
	loan.QueueSettle(b, first.OrderID, first.Loan.DisbursedOn, asked)
	member.QueueRequestDeletion(b, first.MemberID, asked, asked.Add(time.Hour))
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	behind, _ := newDeletion(t, pool, 2)
	certify := func(ctx context.Context, _ uuid.UUID) error {
		<-ctx.Done()
		return ctx.Err()
	}
	now := clock.Fixed(asked.Add(100 * time.Hour))
	flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, certify, nil, account.Config{}).InPages(1)
	ctx, cancel := context.WithTimeout(t.Context(), job.Timeout)
	defer cancel()
	erased, err := flow.Erase(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, erased)
	require.Equal(t, 1, count(t, pool, `outcome = 'done'`, behind))
	require.Zero(t, count(t, pool, `outcome = 'done'`, first.MemberID))
}

func TestFailedErasureOfDocumentsDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	now := clock.Fixed(asked.Add(100 * time.Hour))
	flow := account.New(pool, postgres.NewReplica(pool, nil), now, nil, nil, nil, nil, nil, account.Config{}).InPages(1)
	_, deletion := newDeletion(t, pool, 1)
	behind, _ := newDeletion(t, pool, 2)
	erased, err := flow.Erase(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, erased)
	_, err = postgrestest.Owner(t, pool).Exec(t.Context(), `UPDATE account_deletion SET papers_until = due_at`)
	require.NoError(t, err)
	postgrestest.Break(t, pool, "account_deletion", deletion)
	_, err = flow.Erase(t.Context())
	require.ErrorContains(t, err, deletion.String())
	require.Equal(t, 1, count(t, pool, `papers_erased_at IS NOT NULL`, behind))
}

// A reversal that is being booked while the documents become due reopens the debt whose proof they are.
func TestErasureOfDocumentsWaitsForAReversalInProgress(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	b := &pgx.Batch{}
	credit.Lock(credit.Initial(paid.MemberID, region.Get("vi"), false), asked).Queue(b)
	loan.QueueSettle(b, paid.OrderID, paid.Loan.DisbursedOn, asked.AddDate(-11, 0, 0))
	member.QueueRequestDeletion(b, paid.MemberID, asked, asked.Add(time.Hour))
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	_, err := postgrestest.Owner(t, pool).Exec(t.Context(), `
		UPDATE account_deletion SET outcome = 'done', ended_at = due_at, erased_again_at = due_at, papers_until = due_at WHERE member_id = $1`, paid.MemberID)
	require.NoError(t, err)
	flow := account.New(pool, postgres.NewReplica(pool, nil), clock.Fixed(asked.Add(100*time.Hour)), nil, nil, nil, nil, nil, account.Config{KeepYears: 10})
	reversal := postgrestest.Begin(t, pool)
	b = &pgx.Batch{}
	credit.QueueLock(b, paid.MemberID)
	loan.QueueReopen(b, paid.OrderID, asked)
	require.NoError(t, postgres.Send(t.Context(), reversal, b))
	require.NoError(t, postgrestest.Waits(t, reversal, func() error {
		_, err := flow.Erase(t.Context())
		return err
	}))
	require.Zero(t, count(t, pool, `papers_erased_at IS NOT NULL`, paid.MemberID), "the contract proves the debt")
}

// A payment that arrives after an account is erased must not add a notice to an inbox that nobody reads.
func TestErasedMemberGetsNoNotices(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	who, _ := newDeletion(t, pool, 1)
	stays := flowtest.Member(t, pool)
	flow := account.New(pool, postgres.NewReplica(pool, nil), clock.Fixed(asked.Add(100*time.Hour)), nil, nil, nil, nil, nil, account.Config{})
	erased, err := flow.Erase(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, erased)
	b := &pgx.Batch{}
	for _, m := range []uuid.UUID{who, stays} {
		notify.Queue(b, notify.Notice{Member: m, Kind: notify.Overpaid, At: asked})
	}
	require.NoError(t, postgres.Send(t.Context(), pool, b))
	notified, err := postgres.Column[uuid.UUID]("told", `SELECT member_id FROM notice`).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, []uuid.UUID{stays}, notified)
}
