package main_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/house/housetest"
)

var (
	kills = flag.Int("kills", 50, "how often the process is killed")
	seed  = flag.Uint64("seed", 0, "seed of the points at which it is killed; 0 draws one")
)

const (
	// borrowers at once.
	crowd = 6
	// patience is how long anything may take, restarts included.
	patience = 90 * time.Second
)

// storm is a town whose only process is killed again and again.
type storm struct {
	*housetest.Town
	product product.Product
	bank    *payment.Sandbox
	random  *rand.Rand
	over    chan struct{}
}

// TestKilledAnywhere kills the API at random points while borrowers apply, get their money, pay, pay too much and have
// payments taken back by their bank. In the end every job is done, the bank's books and the journal agree, and each
// borrower has what she was told.
func TestKilledAnywhere(t *testing.T) {
	t.Parallel()
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	binary := housetest.Compile(t)
	town := housetest.Start(t, housetest.Processes(0))
	s := &storm{
		Town: town, product: town.Market(t), bank: payment.NewSandbox(town.Pool),
		random: rand.New(rand.NewPCG(*seed, 1)), over: make(chan struct{}),
	}
	program := town.Spawn(t, binary)
	var living sync.WaitGroup
	lives := make([][]*life, crowd)
	for i := range lives {
		random := rand.New(rand.NewPCG(*seed, uint64(i)+2))
		living.Go(func() { lives[i] = s.live(t, random) })
	}
	held := 0
	for range *kills {
		if s.strike(t) {
			held++
		}
		program.Kill()
		s.anHourPasses(t)
		program = town.Spawn(t, binary)
	}
	close(s.over)
	living.Wait()
	s.anHourPasses(t)
	s.judge(t, lives)
	t.Logf("%d kills, %d of them while a statement waited", *kills, held)
}

// held are the tables whose writers are made to wait, so that the process dies between two steps and not only around
// them: before the bank is asked, after it has paid and nothing is booked, between a payment and its journal, and so on.
var held = []string{
	"disbursement", "sandbox_bank.transfer", "ledger_transaction", "ledger_entry", "loan", "loan_order", "order_event", "payment",
	"payment_allocation", "payment_intent", "payment_reversal", "refund", "loan_document", "file_object", "idempotency_key",
	"hook_event", "sandbox_bank.callback", "river_job",
}

// strike returns at the moment of the next kill: after a random time, or when a statement of the process has come to a
// table whose writers have to wait, which it reports.
func (s *storm) strike(t *testing.T) (waiting bool) {
	t.Helper()
	pause(t.Context(), time.Duration(s.random.IntN(250))*time.Millisecond)
	if s.random.IntN(3) == 0 {
		return false
	}
	table := pgx.Identifier{held[s.random.IntN(len(held))]}[0]
	tx, err := s.Owner.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `LOCK TABLE `+table+` IN EXCLUSIVE MODE`)
	require.NoError(t, err)
	for range 40 {
		err := s.Owner.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted)`, table).Scan(&waiting)
		require.NoError(t, err)
		if waiting {
			break
		}
		pause(t.Context(), 5*time.Millisecond)
	}
	// The table is free again once the process is dead: its connection may still carry out the statement that waited.
	t.Cleanup(func() { _ = tx.Rollback(context.Background()) })
	s.release = tx
	return waiting
}

// anHourPasses lets the queue see the time that an operator needs to notice: who led has lost the lead, jobs of the dead
// are given to others, waits are over.
func (s *storm) anHourPasses(t *testing.T) {
	t.Helper()
	for _, sql := range []string{
		`DELETE FROM river_leader`,
		`UPDATE river_job SET attempted_at = attempted_at - interval '1 hour' WHERE state = 'running'`,
		`UPDATE river_job SET scheduled_at = now() WHERE state IN ('retryable', 'scheduled')`,
		`UPDATE sandbox_bank.callback SET next_at = now() WHERE delivered_at IS NULL`,
		`DELETE FROM rate_limit`,
	} {
		_, err := s.Owner.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
}
