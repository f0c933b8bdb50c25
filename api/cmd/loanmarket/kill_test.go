package main_test

import (
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

var (
	kills = flag.Int("kills", 50, "how often the process is killed")
	seed  = flag.Uint64("seed", 0, "seed of the random points; 0 chooses one")
)

const (
	// crowd is the number of concurrent borrowers.
	crowd = 6
	// patience is the maximum time for anything, restarts included.
	patience = 90 * time.Second
)

// crashTest is a stack whose only process is killed again and again.
type crashTest struct {
	*fixture
	random *rand.Rand
}

// TestKillsAtRandomPointsLoseNothing kills the API at random points while borrowers apply, receive money, pay, overpay and have
// payments reversed by their bank. In the end every job is done, the bank's books and the journal agree, and each
// borrower has what the answers said.
func TestKillsAtRandomPointsLoseNothing(t *testing.T) {
	t.Parallel()
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	binary := apptest.Compile(t)
	stack := apptest.Start(t, apptest.Processes(0))
	s := &crashTest{
		fixture: sandboxFixture(t, stack),
		random:  rand.New(rand.NewPCG(*seed, 1)),
	}
	program := stack.Spawn(t, binary)
	var running sync.WaitGroup
	loans := make([][]*loan, crowd)
	for i := range loans {
		random := rand.New(rand.NewPCG(*seed, uint64(i)+2))
		running.Go(func() { loans[i] = s.runLoans(t, random) })
	}
	caught := 0
	for n := range *kills {
		waiting, release := s.lockAndKill(t)
		program.Kill()
		release()
		if waiting {
			caught++
		}
		s.anHourPasses(t)
		if n < *kills-1 {
			s.rescue(t)
		}
		program = stack.Spawn(t, binary)
	}
	close(s.over)
	running.Wait()
	// A connection of a killed process may have fetched a job after the previous hour had passed.
	s.anHourPasses(t)
	s.judge(t, loans)
	t.Logf("%d kills, %d of them while a statement waited", *kills, caught)
}

// held lists the tables whose writers are blocked, so that the process also dies between two steps: before the bank is
// called, after it has paid and before anything is booked, between a payment and its journal entries, and so on.
var held = []string{
	"disbursement", "sandbox_bank.transfer", "ledger_transaction", "ledger_entry", "loan", "loan_order", "order_event", "payment",
	"payment_allocation", "payment_intent", "payment_reversal", "refund", "loan_document", "file_object", "idempotency_key",
	"hook_event", "sandbox_bank.callback", "river_job",
}

// lockAndKill returns at the moment of the next kill: after a random time, or when a statement of the process waits for
// one of the locked tables. release unlocks them. The connection of the killed process may then still carry out its
// statement, as in reality.
func (s *crashTest) lockAndKill(t *testing.T) (waiting bool, release func()) {
	t.Helper()
	pause(t.Context(), time.Duration(s.random.IntN(250))*time.Millisecond)
	if s.random.IntN(3) == 0 {
		return false, func() {}
	}
	table := held[s.random.IntN(len(held))]
	tx, err := s.Owner.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `LOCK TABLE `+table+` IN EXCLUSIVE MODE`)
	require.NoError(t, err)
	for range 40 {
		err := tx.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted)`, table).Scan(&waiting)
		require.NoError(t, err)
		if waiting {
			break
		}
		pause(t.Context(), 5*time.Millisecond)
	}
	return waiting, func() { require.NoError(t, tx.Rollback(t.Context())) }
}

// anHourPasses simulates for the queue the time that an operator needs to notice: the leader has lost its role, waiting
// times are over, and the jobs of killed processes are due for rescue.
func (s *crashTest) anHourPasses(t *testing.T) {
	t.Helper()
	s.exec(t, `DELETE FROM river_leader`)
	s.alone(t, `river_job`, `UPDATE river_job SET attempted_at = attempted_at - interval '1 hour' WHERE state = 'running'`)
	s.alone(t, `river_job`, `UPDATE river_job SET state = 'available', scheduled_at = now() WHERE state IN ('retryable', 'scheduled')`)
	s.alone(t, `sandbox_bank.callback`, `UPDATE sandbox_bank.callback SET next_at = now() WHERE delivered_at IS NULL`)
}

// rescue does at once what the queue does within a minute, which is longer than any process lives during the test. The
// last process stays alive and must do it itself.
func (s *crashTest) rescue(t *testing.T) {
	t.Helper()
	s.alone(t, `river_job`, `UPDATE river_job SET state = 'available' WHERE state = 'running'`)
}
