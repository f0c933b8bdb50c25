package api_test

import (
	"flag"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/contracttest"
)

var generated = flag.Duration("generated", 30*time.Second, "how long generated requests are sent; -rapid.seed repeats what a failure names")

// Whatever is drawn from the contract, for whatever call, with a session and without, with ids of one's own and of somebody
// else: no answer is a failure of ours or outside the contract, nothing that the contract does not allow is accepted, and
// nobody reads of somebody else.
func TestGeneratedRequests(t *testing.T) {
	t.Parallel()
	calls, err := contracttest.Calls()
	require.NoError(t, err)
	g := &generator{
		market: newMarket(t, apptest.Limits(apptest.Generous())), test: t, picture: photo(t).content,
		sent: map[string]int{}, succeeded: map[string]int{}, refused: map[string]int{},
	}
	g.visitor, g.other = g.Client(t), g.newActor(t)
	g.own = g.newActor(t)
	end := time.Now().Add(*generated)
	for time.Now().Before(end) {
		rapid.Check(t, func(r *rapid.T) {
			if time.Now().Before(end) {
				g.step(r, calls)
			}
		})
	}
	g.tell(t)
	if *generated >= 20*time.Second {
		require.Len(t, g.sent, len(calls), "every call was tried")
		require.Greater(t, len(g.succeeded), len(calls)/2, "more than half of the calls succeeded at least once: %v", g.succeeded)
	}
}

// generator sends what is drawn.
type generator struct {
	market
	test       *testing.T
	picture    []byte
	visitor    *client
	own, other *actor
	// sent, succeeded and refused count by call, the last what the contract does not allow.
	sent, succeeded, refused map[string]int
}

// actor is a member with what their phone has seen.
type actor struct {
	*client
	known contracttest.Known
}

func (g *generator) newActor(t *testing.T) *actor {
	a := &actor{client: g.borrower(t), known: contracttest.Known{}}
	a.Refresh(t, 201)
	for name, values := range map[string][]any{
		"loanId": {g.product.ID.String()}, "amount": {int64(5_000_000), int64(100_000)}, "termDays": {int64(91)}, "bankCode": {"VCB"},
		"phone": {a.Phone, "0901234567", "0912345678", "0987654321"}, "name": {"Trần Văn Minh"}, "idName": {"Nguyễn Thị Lan"},
		"idNumber": {"001095000999"}, "accountNumber": {"1903" + a.Phone[1:]}, "currency": {"VND"}, "account": {"1017595600"},
	} {
		for _, value := range values {
			a.known.Add(name, value)
		}
	}
	for _, call := range []string{"bankCardList", "memberDevices", "supportContacts"} {
		a.known.Learn(a.Call(t, call, body{}).Data)
	}
	order := g.apply(t, a.client, 5_000_000, 91)
	g.await(t, a.client, order, loan.ToConfirm)
	g.confirm(t, a.client, order)
	g.await(t, a.client, order, loan.WaitingPayment)
	a.known.Add("orderId", order.OrderID.String())
	return a
}

// renew logs a member in again, or takes a new one for one who leaves.
func (g *generator) renew(why reason.Reason) {
	if why != reason.AccountDeleting {
		g.own.Login(g.test)
		// Who logged the others out is on a new device by now.
		if g.own.Call(g.test, "authList", body{}).Success {
			g.own.Refresh(g.test, 201)
			return
		}
	}
	g.own = g.newActor(g.test)
}

// over is what a session is told that is good for nothing any more.
var over = []reason.Reason{reason.SessionEnded, reason.AccountDeleting, reason.SecondFactNeeded}

func (g *generator) step(t *rapid.T, calls []contracttest.Call) {
	call := contracttest.DrawCall(t, calls)
	known := g.own.known
	who := rapid.SampledFrom([]string{"own", "own", "own", "with foreign ids", "visitor"}).Draw(t, "who")
	if who == "with foreign ids" {
		// But no number of theirs: kept as that of a contact it would be one's own to read.
		known = maps.Clone(g.other.known)
		known["phone"] = g.own.known["phone"]
	}
	request := contracttest.DrawRequest(t, call, known, g.picture)
	g.sign(t, &request)
	sender := *g.own.client
	if who == "visitor" {
		sender = *g.visitor
	}
	allowed := request.Allowed(t.Context())
	ask := func() apptest.Answer {
		answer, err := sender.TryRaw(t.Context(), call.Method, request.Path, request.Header, request.Body)
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		return answer
	}
	answer := ask()
	// Who is told to come again in a moment, because a store or a lock is held for long on a busy machine, does.
	for try := 0; answer.Status == http.StatusServiceUnavailable && try < 10; try++ {
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		time.Sleep(time.Duration(min(max(seconds, 1), 5)) * time.Second)
		answer = ask()
	}
	g.sent[call.ID]++
	shown := fmt.Sprintf("%s asks %s\nanswered %d %.500s", who, request, answer.Status, answer.Body)
	if err := call.CheckAnswer(answer.Status, answer.Header.Get("Content-Type"), answer.Body); err != nil {
		t.Fatalf("an answer outside the contract: %v\n%s", err, shown)
	}
	if answer.Status >= http.StatusInternalServerError {
		t.Fatalf("a failure of ours\n%s", shown)
	}
	if allowed != nil {
		if answer.Status == http.StatusOK {
			t.Fatalf("accepted, although %v\n%s", allowed, shown)
		}
		g.refused[call.ID]++
	}
	if strings.Contains(string(answer.Body), g.other.Phone[1:]) && !strings.Contains(request.Path+string(request.Body), g.other.Phone[1:]) {
		t.Fatalf("somebody else's number\n%s", shown)
	}
	if answer.Status == http.StatusOK {
		g.succeeded[call.ID]++
		if call.ID == "memberSendSmsCode" {
			g.own.known.Add("smsCode", g.Code(g.test, g.own.Phone))
		}
		if who == "own" {
			g.own.known.Learn(answer.Data)
		}
	}
	if who != "visitor" && slices.Contains(over, answer.Failure.Reason) || call.ID == "memberLogout" && answer.Success {
		g.renew(answer.Failure.Reason)
	}
}

// sign has some callbacks come from who they say.
func (g *generator) sign(t *rapid.T, r *contracttest.Request) {
	keys := map[string]struct {
		partner string
		key     []byte
	}{
		"hookPayment": {"sandbox", callbackKey(g.Stack)},
		"hookLender":  {"sen", lender.Key(g.Apps[0].Config.Lender.Key.Bytes(), "sen")},
		"hookCarrier": {"sandbox", g.Apps[0].Config.Carrier.Key.Bytes()},
	}
	if one, known := keys[r.Call.ID]; known && rapid.Bool().Draw(t, "signed") {
		r.SetParam(one.partner)
		timestamp, signature := secret.Sign(one.key, time.Now(), r.Body)
		r.Header.Set(secret.HeaderTimestamp, timestamp)
		r.Header.Set(secret.HeaderSignature, signature)
	}
}

func (g *generator) tell(t *testing.T) {
	sum := func(counts map[string]int) (all int) {
		for n := range maps.Values(counts) {
			all += n
		}
		return all
	}
	t.Logf("%d requests of %d calls, %d succeeded, %d were outside the contract and refused", sum(g.sent), len(g.sent), sum(g.succeeded), sum(g.refused))
	never := slices.DeleteFunc(slices.Sorted(maps.Keys(g.sent)), func(id string) bool { return g.succeeded[id] > 0 })
	t.Logf("never succeeded: %v", never)
}
