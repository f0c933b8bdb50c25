// Package historytest records borrowers' requests for their orders with the responses, and checks with Porcupine whether the
// history is linearizable.
package historytest

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// Call is one request that changes an order.
type Call struct {
	// Order and Key are the order's id and the request's idempotency key.
	Order, Key string
	// Operation is orderConfirm, orderCancel, orderChangeCard, repayPaycode or repayBank.
	Operation string
}

// Judged reports whether an operation is recorded.
func Judged(operation string) bool {
	switch operation {
	case "orderConfirm", "orderCancel", "orderChangeCard", "repayPaycode", "repayBank":
		return true
	}
	return false
}

// Answer is a response.
type Answer struct {
	// Known is false if no response was received, or one that asks for a retry: the request may have been processed or not.
	Known bool
	// Data is the data of a success, empty for a refusal.
	Data string
}

// Log is a history. It may be written from any goroutine.
type Log struct {
	// OtherRelease means that processes of another release answer too. A stored response that both write has fields that only
	// one of them knows; those are not compared.
	OtherRelease bool

	mu    sync.Mutex
	began time.Time
	calls []porcupine.Operation
}

// New starts a history.
func New() *Log { return &Log{began: time.Now()} }

// Do makes a request and records it.
func (l *Log) Do(call Call, do func() Answer) {
	asked := time.Since(l.began)
	answer := do()
	told := int64(time.Since(l.began))
	if !answer.Known {
		// It may still be processed at any time.
		told = math.MaxInt64
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls = append(l.calls, porcupine.Operation{Input: call, Output: answer, Call: int64(asked), Return: told})
}

// Judge returns the orders whose history is not linearizable, and the number of requests.
func (l *Log) Judge(timeout time.Duration) (wrong []string, calls int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	orders := map[string][]porcupine.Operation{}
	for _, one := range l.calls {
		call := one.Input.(Call)
		orders[call.Order] = append(orders[call.Order], one)
	}
	same := func(a, b string) bool { return a == b }
	if l.OtherRelease {
		same = agree
	}
	for order, history := range orders {
		if porcupine.CheckOperationsTimeout(model(same).ToModel(), history, timeout) != porcupine.Ok {
			wrong = append(wrong, order)
		}
	}
	return wrong, len(l.calls)
}

// order is the state of an order: confirmed or cancelled, at most one of them and at most once, and the responses by key.
type order struct {
	confirmed, cancelled bool
	answers              map[string]string
}

// unheard is the response of a request that was processed but whose response has not been received.
const unheard = "?"

// model compares a repeated response with the stored one by same.
func model(same func(stored, said string) bool) *porcupine.NondeterministicModel {
	return &porcupine.NondeterministicModel{
		Init: func() []any { return []any{order{}} },
		Step: func(state, input, output any) []any {
			return step(state.(order), input.(Call), output.(Answer), same)
		},
		Equal: func(a, b any) bool {
			x, y := a.(order), b.(order)
			return x.confirmed == y.confirmed && x.cancelled == y.cancelled && maps.Equal(x.answers, y.answers)
		},
	}
}

// step returns every possible state of an order after a request with that response; none if the response was impossible.
func step(o order, call Call, said Answer, same func(stored, said string) bool) []any {
	stored, done := o.answers[call.Key]
	switch {
	case done && !said.Known:
		return []any{o}
	case done:
		// A repeated request gets the stored response, and never a refusal.
		if said.Data == "" || stored != unheard && !same(stored, said.Data) {
			return nil
		}
		return []any{o.answered(call.Key, said.Data)}
	case said.Known && said.Data == "":
		return []any{o}
	}
	var after []any
	if !said.Known {
		after = append(after, o)
		said.Data = unheard
	}
	if next, possible := o.carriedOut(call); possible {
		after = append(after, next.answered(call.Key, said.Data))
	}
	return after
}

// carriedOut returns the order after a request with a new key.
func (o order) carriedOut(call Call) (order, bool) {
	fresh := !o.confirmed && !o.cancelled
	switch {
	case call.Operation == "orderConfirm":
		o.confirmed = true
		return o, fresh
	case call.Operation == "orderCancel":
		o.cancelled = true
		return o, fresh
	case strings.HasPrefix(call.Operation, "repay"):
		return o, o.confirmed
	}
	return o, !o.cancelled
}

func (o order) answered(key, data string) order {
	o.answers = maps.Clone(o.answers)
	if o.answers == nil {
		o.answers = map[string]string{}
	}
	o.answers[key] = data
	return o
}

// agree reports whether two responses are the same in all fields that both have.
func agree(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return a == b
	}
	return agreeing(x, y)
}

func agreeing(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		y, object := b.(map[string]any)
		for name, value := range x {
			if other, both := y[name]; both && !agreeing(value, other) {
				return false
			}
		}
		return object
	case []any:
		y, list := b.([]any)
		return list && slices.EqualFunc(x, y, agreeing)
	}
	return a == b
}
