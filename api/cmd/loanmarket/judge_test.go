package main_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// askedFor selects all jobs except periodic checks. Those are tried once, and the next one does what a killed one left.
const askedFor = `max_attempts > 1`

// underWay selects those of them that have not ended.
const underWay = `state NOT IN ('completed', 'discarded', 'cancelled') AND ` + askedFor

// undelivered counts the bank's reports that have not been delivered.
const undelivered = `SELECT count(*) FROM sandbox_bank.callback WHERE delivered_at IS NULL`

// judge waits until everything has settled and compares the result with what must be.
func (s *fixture) judge(t *testing.T, loans [][]*loan) {
	t.Helper()
	s.settle(t)
	wrong, calls := s.history.Judge(time.Minute)
	require.Empty(t, wrong, "orders whose answers fit no sequential execution of their calls")
	t.Logf("%d calls judged", calls)
	require.Empty(t, s.text(t, `SELECT string_agg(kind || ': ' || coalesce(errors[1]::text, ''), E'\n') FROM river_job
		WHERE state IN ('discarded', 'cancelled') AND `+askedFor), "discarded or cancelled jobs")
	books := reconcile.Books{Pool: s.Pool, Replica: postgres.NewReplica(s.Pool, nil), Clock: clock.Wall{}, Gateway: s.gateway, Bank: s.bank}
	result, err := books.Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, result.Differences)
	require.Zero(t, result.UnderWay)

	in := s.outsideNumber(t, `SELECT sum(amount) FROM sandbox_bank.incoming WHERE reversed_at IS NULL`)
	out := s.outsideNumber(t, `SELECT sum(amount) FROM sandbox_bank.transfer WHERE state = 'succeeded'`)
	require.Equal(t, in-out, s.number(t, `SELECT sum(amount) FROM ledger_entry WHERE account = 'bank'`), "the bank's books and the journal must agree")
	require.Zero(t, s.number(t, `SELECT count(*) FROM idempotency_key WHERE status IS NULL`))
	var paidOut []string
	require.NoError(t, s.Owner.QueryRow(t.Context(), `SELECT array_agg(order_no) FROM loan_order WHERE status = 9`).Scan(&paidOut))
	require.Zero(t, s.outsideNumber(t, `
		SELECT count(*) FROM unnest($1::text[]) AS o (no) WHERE 1 <> (
			SELECT count(*) FROM sandbox_bank.transfer t WHERE t.state = 'succeeded' AND t.direction = 'payout' AND t.reference LIKE o.no || '-%')`, paidOut))

	count := 0
	for _, mine := range loans {
		for _, l := range mine {
			s.requireNoticesOnce(t, l)
			count++
		}
	}
	require.Positive(t, count)
	t.Logf("%d loans judged", count)
}

// settle waits for the bank's reports and for the jobs.
func (s *fixture) settle(t *testing.T) {
	t.Helper()
	within := patience
	if s.everybody {
		within = afterFault
		// No borrower waits for reports to platforms, so their next attempt may be far away and is brought forward.
		s.alone(t, `river_job`, `UPDATE river_job SET state = 'available', scheduled_at = now() WHERE state = 'retryable' AND queue = '`+string(job.Marketing)+`'`)
	}
	ended := assert.Eventually(t, func() bool {
		s.giveUpRefunds(t)
		return s.outsideNumber(t, undelivered)+s.number(t, `SELECT count(*) FROM river_job WHERE `+underWay) == 0
	}, within, 100*time.Millisecond, "all reports and jobs must be done")
	if !ended {
		t.Fatalf("%d bank reports are undelivered; unfinished jobs:\n%s", s.outsideNumber(t, undelivered),
			s.text(t, `SELECT string_agg(format('%s is %s: attempt %s of %s at %s, due %s: %s',
				kind, state, attempt, max_attempts, attempted_at, scheduled_at, errors[array_upper(errors, 1)]), E'\n') FROM river_job WHERE `+underWay))
	}
}

// giveUpRefunds does what an operator does about refunds that wait for a person: those that a killed process had begun
// for loans that have been reopened since.
func (s *fixture) giveUpRefunds(t *testing.T) {
	t.Helper()
	var withheld []string
	require.NoError(t, s.Owner.QueryRow(t.Context(), `SELECT coalesce(array_agg(reference), '{}') FROM refund WHERE state = 'unknown' AND refused_at IS NOT NULL`).Scan(&withheld))
	for _, reference := range withheld {
		s.Operate(t, apptest.Compile(t), "refunds", "give-up", reference)
	}
}

// requireNoticesOnce compares one loan with the notices that it received.
func (s *fixture) requireNoticesOnce(t *testing.T, l *loan) {
	t.Helper()
	order := l.order.OrderID
	require.Equal(t, int64(1), s.number(t, `SELECT count(*) FROM loan_order WHERE member_id = $1`, l.MemberID), "the borrower must have exactly one order")
	require.Equal(t, l.received, s.outsideNumber(t, `
		SELECT sum(amount) FROM sandbox_bank.transfer WHERE direction = 'payout' AND state = 'succeeded' AND reference LIKE $1 || '-%'`, l.order.OrderNo))
	require.Equal(t, l.paid, s.number(t, `SELECT sum(amount) FROM payment WHERE order_id = $1`, order))
	require.Equal(t, l.back, s.number(t, `SELECT sum(p.amount) FROM payment p JOIN payment_reversal r ON r.payment_id = p.id WHERE p.order_id = $1`, order))
	owed := s.number(t, `SELECT sum(balance) FROM ledger_balance WHERE scope = $1 AND account LIKE '%_receivable'`, order)
	require.Equal(t, l.settled || l.cancelled, owed == 0, "owes %d", owed)
	if l.everybody {
		s.requireProofsOnce(t, l)
	}
	if l.cancelled {
		require.Zero(t, s.number(t, `SELECT count(*) FROM loan_document WHERE order_id = $1`, order))
		return
	}
	require.Equal(t, int64(1), s.number(t, `SELECT count(*) FROM loan_document WHERE order_id = $1 AND kind = 'contract'`, order))
	if l.settled {
		// A loan that was reopened before the certificate was written has none.
		require.Equal(t, int64(1), s.number(t, `SELECT count(*) FROM loan_document WHERE order_id = $1 AND kind = 'settlement_certificate'`, order))
	}
}

// requireProofsOnce compares one loan with the records of the other partners.
func (s *fixture) requireProofsOnce(t *testing.T, l *loan) {
	t.Helper()
	require.Equal(t, int64(1), s.number(t, `SELECT count(*) FROM credit_event WHERE member_id = $1 AND kind = $2`, l.MemberID, credit.KindCarrier), "the carrier reward must be credited exactly once")
	require.Equal(t, int64(1), s.number(t, `SELECT count(*) FROM face_enrolment WHERE member_id = $1 AND state = 'active'`, l.MemberID), "the face must be enrolled exactly once")
	reported := map[channel.Event]uuid.UUID{channel.Registration: l.MemberID, channel.Application: l.order.OrderID}
	if !l.cancelled {
		reported[channel.Payout] = l.order.OrderID
	}
	require.EqualValues(t, len(reported), s.number(t, `SELECT count(*) FROM conversion WHERE member_id = $1 AND state = 'sent'`, l.MemberID))
	for event, subject := range reported {
		require.True(t, s.platforms.Told(channel.EventID(event, subject)), event)
	}
}

func (s *fixture) text(t *testing.T, sql string) (text string) {
	t.Helper()
	require.NoError(t, s.Owner.QueryRow(t.Context(), `SELECT coalesce((`+sql+`), '')`).Scan(&text))
	return text
}

func (s *fixture) number(t *testing.T, sql string, args ...any) int64 {
	t.Helper()
	return number(t, s.Owner, sql, args)
}

// outsideNumber returns a number from the partners' books.
func (s *fixture) outsideNumber(t *testing.T, sql string, args ...any) int64 {
	t.Helper()
	return number(t, s.outside, sql, args)
}

func number(t *testing.T, pool *pgxpool.Pool, sql string, args []any) (n int64) {
	t.Helper()
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT coalesce((`+sql+`), 0)::bigint`, args...).Scan(&n))
	return n
}
