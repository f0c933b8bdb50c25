package main_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/faulttest"
	"github.com/loanmarket/loanmarket/api/internal/test/historytest"
)

// fixture is a stack on which borrowers live while a test disturbs the product.
type fixture struct {
	*apptest.Stack
	product product.Product
	// bank holds the bank's books. gateway is the product's name of the payment gateway. outside is the database in
	// which the bank and the SMS provider keep their data.
	bank    *payment.Sandbox
	gateway string
	outside *pgxpool.Pool
	// everybody means that the carriers, the provider of face checks and the advertising platforms take part as well.
	everybody bool
	platforms *faulttest.Platforms
	// answers requires that every call is answered with an envelope within answerTime. No process is killed.
	answers bool
	// flawless requires that every call is answered and none with a server error, including 503.
	flawless bool
	// loanTimeout limits the duration of one loan. Zero means patience.
	loanTimeout time.Duration
	// limited lists the rate limits that stay in force. All others are lifted, because waiting for a code is not part
	// of a loan.
	limited []string
	// over is closed when no new loan may begin.
	over chan struct{}

	history *historytest.Log
	gap

	mu      sync.Mutex
	silent  []string
	slowest time.Duration
	calls   int
}

// sandboxFixture returns a fixture with the embedded bank in the product's own database.
func sandboxFixture(t *testing.T, stack *apptest.Stack) *fixture {
	t.Helper()
	return &fixture{
		Stack: stack, product: stack.Market(t), bank: payment.NewSandbox(stack.Pool), gateway: config.Sandbox, outside: stack.Owner,
		over: make(chan struct{}), history: historytest.New(),
	}
}

// answerTime is the maximum duration of a call that no killed process cuts off, whatever is broken behind it.
const answerTime = 15 * time.Second

// try makes a call once and records it if it changes an order.
func (l *loan) try(key, operation string, request body) (answer apptest.Answer, err error) {
	if !historytest.Judged(operation) {
		return l.ask(key, operation, request)
	}
	l.history.Do(historytest.Call{Order: fmt.Sprint(request["orderId"]), Key: key, Operation: operation}, func() historytest.Answer {
		answer, err = l.ask(key, operation, request)
		recorded := historytest.Answer{Known: err == nil && (answer.Success || !answer.Failure.Reason.Retryable())}
		if answer.Success {
			recorded.Data = string(answer.Data)
		}
		return recorded
	})
	return answer, err
}

// ask makes a call. Names in braces in the request are parameters of the path.
func (l *loan) ask(key, operation string, request body) (apptest.Answer, error) {
	words, parameters := body{}, map[string]string{}
	for name, value := range request {
		if strings.HasPrefix(name, "{") {
			parameters[strings.Trim(name, "{}")] = fmt.Sprint(value)
			continue
		}
		words[name] = value
	}
	return l.answered(operation, func(ctx context.Context) (apptest.Answer, error) {
		return l.TryAt(ctx, key, operation, parameters, words)
	})
}

// answered makes a call. Where every call must be answered, it records each one that was not answered, was answered
// late, or got a server error. Whatever is broken, the answer must be an envelope that says so.
func (l *loan) answered(operation string, call func(context.Context) (apptest.Answer, error)) (apptest.Answer, error) {
	// The timeout is longer than answerTime to distinguish a late answer from none.
	ctx, cancel := context.WithTimeout(l.ctx, 2*answerTime)
	defer cancel()
	began := time.Now()
	answer, err := call(ctx)
	took := time.Since(began)
	if err == nil && answer.Success {
		l.gap.answered()
	}
	if !l.answers || l.ctx.Err() != nil {
		return answer, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls++
	l.slowest = max(l.slowest, took)
	if err != nil || took > answerTime || answer.Status == http.StatusInternalServerError || l.flawless && answer.Status > http.StatusInternalServerError {
		l.silent = append(l.silent, fmt.Sprintf("%s after %s: %d %s %v", operation, took, answer.Status, answer.Body, err))
	}
	return answer, err
}

// insist repeats a test's own statement on the product's database until the database is available.
func (l *loan) insist(do func() error) error {
	for {
		err := do()
		var pg *pgconn.PgError
		passes := err != nil && (!errors.As(err, &pg) || pg.Code[:2] == "53" || pg.Code[:2] == "57")
		switch {
		case errors.As(err, &pg) && pg.Code == "23505":
			// The statement succeeded before, and its answer was lost.
			return nil
		case !passes || l.ctx.Err() != nil:
			return err
		}
		pause(l.ctx, 50*time.Millisecond)
	}
}

// plant changes the product's database in a way that no call can.
func (l *loan) plant(sql string, args ...any) error {
	return l.insist(func() error {
		_, err := l.Owner.Exec(l.ctx, sql, args...)
		return err
	})
}

// newLoan returns a new loan with its own phone.
func (s *fixture) newLoan(ctx context.Context, t *testing.T, random *rand.Rand) *loan {
	l := &loan{fixture: s, t: t, Client: s.Client(t), random: random, ctx: ctx}
	l.camera = l.WithFace(t)
	l.click = faulttest.Clicks()[random.IntN(len(faulttest.Clicks()))]
	return l
}

// runLoans runs one loan after the other until over is closed.
func (s *fixture) runLoans(t *testing.T, random *rand.Rand) (loans []*loan) {
	for {
		select {
		case <-s.over:
			return loans
		default:
		}
		ctx, cancel := context.WithTimeout(t.Context(), cmp.Or(s.loanTimeout, patience))
		l := s.newLoan(ctx, t, random)
		err := l.run(0, len(l.steps()))
		cancel()
		if err != nil {
			t.Errorf("order %s: %v", l.order.OrderNo, err)
			return loans
		}
		loans = append(loans, l)
	}
}

func (s *fixture) exec(t *testing.T, sql string) {
	t.Helper()
	_, err := s.Owner.Exec(t.Context(), sql)
	require.NoError(t, err)
}

// alone updates many rows of a table while nobody else writes to it. A concurrent transaction could lock some of the
// rows in another order, which would be a deadlock.
func (s *fixture) alone(t *testing.T, table, update string) {
	t.Helper()
	s.exec(t, `DO $$ BEGIN LOCK TABLE `+table+` IN SHARE ROW EXCLUSIVE MODE; `+update+`; END $$`)
}

// pause waits for a fixed time on purpose: the lifetime of the process is what the test varies.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
