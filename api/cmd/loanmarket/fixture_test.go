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

// fixture is where borrowers live while something is done to the product.
type fixture struct {
	*apptest.Stack
	product product.Product
	// bank keeps the bank's books; gateway is the product's word for the way there. outside is the database in which the
	// bank and the sender of messages keep what is theirs.
	bank    *payment.Sandbox
	gateway string
	outside *pgxpool.Pool
	// everybody: also the mobile operators, the vendor of face checks and the advertising platforms take part.
	everybody bool
	platforms *faulttest.Platforms
	// answers has every call answered with an envelope within answerTime: no process is killed.
	answers bool
	// flawless has every call answered, and none with a fault of ours: also 503 is one.
	flawless bool
	// lifetime bounds one life; zero is patience.
	lifetime time.Duration
	// limited are the buckets of limits that hold; all others are opened, since how long one waits for a code is no part
	// of a life.
	limited []string
	// over is closed when no life begins any more.
	over chan struct{}

	history *historytest.Log
	gap

	mu      sync.Mutex
	silent  []string
	slowest time.Duration
	calls   int
}

// sandboxFixture is a fixture in which the embedded bank plays, in the product's own database.
func sandboxFixture(t *testing.T, stack *apptest.Stack) *fixture {
	t.Helper()
	return &fixture{
		Stack: stack, product: stack.Market(t), bank: payment.NewSandbox(stack.Pool), gateway: config.Sandbox, outside: stack.Owner,
		over: make(chan struct{}), history: historytest.New(),
	}
}

// answerTime is how long a call may take that no death of a process cuts off, whatever is broken behind it.
const answerTime = 15 * time.Second

// try makes a call once, and records it where it changes an order.
func (l *life) try(key, operation string, request body) (answer apptest.Answer, err error) {
	if !historytest.Judged(operation) {
		return l.ask(key, operation, request)
	}
	l.history.Do(historytest.Call{Order: fmt.Sprint(request["orderId"]), Key: key, Operation: operation}, func() historytest.Answer {
		answer, err = l.ask(key, operation, request)
		told := historytest.Answer{Known: err == nil && (answer.Success || !answer.Failure.Reason.Retryable())}
		if answer.Success {
			told.Data = string(answer.Data)
		}
		return told
	})
	return answer, err
}

// ask makes a call. What stands in braces in the request is a parameter of the path.
func (l *life) ask(key, operation string, request body) (apptest.Answer, error) {
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

// answered makes a call. Where every call has to be answered it remembers the one that was not, not in time, or with a
// fault of our own: whatever is broken, the answer is an envelope that says so.
func (l *life) answered(operation string, call func(context.Context) (apptest.Answer, error)) (apptest.Answer, error) {
	// A little more, to tell a late answer from none.
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

// insist does again what a test does on the product's database, until the database is there.
func (l *life) insist(do func() error) error {
	for {
		err := do()
		var pg *pgconn.PgError
		passes := err != nil && (!errors.As(err, &pg) || pg.Code[:2] == "53" || pg.Code[:2] == "57")
		switch {
		case errors.As(err, &pg) && pg.Code == "23505":
			// It was done before, and the answer lost.
			return nil
		case !passes || l.ctx.Err() != nil:
			return err
		}
		pause(l.ctx, 50*time.Millisecond)
	}
}

// plant changes the product's database as no call can.
func (l *life) plant(sql string, args ...any) error {
	return l.insist(func() error {
		_, err := l.Owner.Exec(l.ctx, sql, args...)
		return err
	})
}

// newLife is a life that begins, of a phone of its own.
func (s *fixture) newLife(ctx context.Context, t *testing.T, random *rand.Rand) *life {
	l := &life{fixture: s, t: t, Client: s.Client(t), random: random, ctx: ctx}
	l.camera = l.WithFace(t)
	l.click = faulttest.Clicks()[random.IntN(len(faulttest.Clicks()))]
	return l
}

// live lives one life after the other until the storm is over.
func (s *fixture) live(t *testing.T, random *rand.Rand) (lives []*life) {
	for {
		select {
		case <-s.over:
			return lives
		default:
		}
		ctx, cancel := context.WithTimeout(t.Context(), cmp.Or(s.lifetime, patience))
		l := s.newLife(ctx, t, random)
		err := l.run(0, len(l.steps()))
		cancel()
		if err != nil {
			t.Errorf("order %s: %v", l.order.OrderNo, err)
			return lives
		}
		lives = append(lives, l)
	}
}

func (s *fixture) exec(t *testing.T, sql string) {
	t.Helper()
	_, err := s.Owner.Exec(t.Context(), sql)
	require.NoError(t, err)
}

// alone changes many rows of a table while nobody else does: who changes some of them at the same time takes them in another order, and
// each would wait for the other.
func (s *fixture) alone(t *testing.T, table, update string) {
	t.Helper()
	s.exec(t, `DO $$ BEGIN LOCK TABLE `+table+` IN SHARE ROW EXCLUSIVE MODE; `+update+`; END $$`)
}

// pause waits a moment that is meant: how long the process lives is what the test varies.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
