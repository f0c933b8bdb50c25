package main_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/historytest"
)

// stage is where borrowers live while something is done to the product.
type stage struct {
	*apptest.Stack
	product product.Product
	// bank keeps the bank's books; gateway is the product's word for the way there.
	bank    *payment.Sandbox
	gateway string
	// answers has every call answered with an envelope within answerTime: no process is killed.
	answers bool
	// over is closed when no life begins any more.
	over chan struct{}

	history *historytest.Log

	mu      sync.Mutex
	silent  []string
	slowest time.Duration
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

// ask makes a call. Where every call has to be answered it remembers the one that was not.
func (l *life) ask(key, operation string, request body) (apptest.Answer, error) {
	if !l.answers {
		return l.Try(l.ctx, key, operation, request)
	}
	// A little more, to tell a late answer from none.
	ctx, cancel := context.WithTimeout(l.ctx, 2*answerTime)
	defer cancel()
	began := time.Now()
	answer, err := l.Try(ctx, key, operation, request)
	took := time.Since(began)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.slowest = max(l.slowest, took)
	if err != nil || took > answerTime || answer.Status == http.StatusInternalServerError {
		l.silent = append(l.silent, fmt.Sprintf("%s after %s: %d %s %v", operation, took, answer.Status, answer.Body, err))
	}
	return answer, err
}

// live lives one life after the other until the storm is over.
func (s *stage) live(t *testing.T, random *rand.Rand) (lives []*life) {
	for {
		select {
		case <-s.over:
			return lives
		default:
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		l := &life{stage: s, Client: s.Client(t), random: random, ctx: ctx}
		err := l.run()
		cancel()
		if err != nil {
			t.Errorf("order %s: %v", l.order.OrderNo, err)
			return lives
		}
		lives = append(lives, l)
	}
}

func (s *stage) exec(t *testing.T, sql string) {
	t.Helper()
	_, err := s.Owner.Exec(t.Context(), sql)
	require.NoError(t, err)
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
