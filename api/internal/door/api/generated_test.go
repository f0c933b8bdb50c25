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

var generated = flag.Duration("generated", 30*time.Second, "time for which generated requests are sent; -rapid.seed repeats a failed run")

// The test sends generated requests for every call of the contract, with and without a session, with the member's own
// ids and those of others. No answer is a server error or outside the contract, no request that violates the contract
// is accepted, and no data of another member is returned.
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
		rapid.Check(quiet{t}, func(r *rapid.T) {
			if time.Now().Before(end) {
				g.step(r, calls)
			}
		})
	}
	g.logSummary(t)
	if *generated >= 20*time.Second {
		require.Len(t, g.sent, len(calls), "every call was tried")
		require.Greater(t, len(g.succeeded), len(calls)/2, "more than half of the calls succeeded at least once: %v", g.succeeded)
	}
}

// quiet drops the line that rapid logs after every hundred requests: hundreds of them would hide the summary.
type quiet struct{ *testing.T }

func (q quiet) Logf(format string, args ...any) {
	q.Helper()
	if !strings.HasPrefix(format, "[rapid] OK") {
		q.T.Logf(format, args...)
	}
}

// generator sends the generated requests.
type generator struct {
	market
	test       *testing.T
	picture    []byte
	visitor    *client
	own, other *actor
	// sent, succeeded and refused count requests per call. refused counts those that violate the contract.
	sent, succeeded, refused map[string]int
}

// actor is a member with the values that the phone has received.
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

// renew logs a member in again, or replaces a member who is leaving.
func (g *generator) renew(why reason.Reason) {
	if why != reason.AccountDeleting {
		g.own.Login(g.test)
		// A member who logged out the other devices may be on an untrusted device now, so the new session is tried.
		if g.own.Call(g.test, "authList", body{}).Success {
			g.own.Refresh(g.test, 201)
			return
		}
	}
	g.own = g.newActor(g.test)
}

// over lists the reasons that mean that a session is no longer usable.
var sessionOver = []reason.Reason{reason.SessionEnded, reason.AccountDeleting, reason.SecondFactNeeded}

func (g *generator) step(t *rapid.T, calls []contracttest.Call) {
	call := contracttest.DrawCall(t, calls)
	known := g.own.known
	who := rapid.SampledFrom([]string{"own", "own", "own", "with foreign ids", "visitor"}).Draw(t, "who")
	if who == "with foreign ids" {
		// The phone number stays the member's own. A foreign number stored as a contact could legitimately be read
		// back.
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
	// Retry when the answer says so, because a store or a lock can be held for long on a busy machine.
	for try := 0; answer.Status == http.StatusServiceUnavailable && try < 10; try++ {
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		time.Sleep(time.Duration(min(max(seconds, 1), 5)) * time.Second)
		answer = ask()
	}
	g.sent[call.ID]++
	shown := fmt.Sprintf("%s sends %s\nresponse %d %.500s", who, request, answer.Status, answer.Body)
	if err := call.CheckAnswer(answer.Status, answer.Header.Get("Content-Type"), answer.Body); err != nil {
		t.Fatalf("the response violates the contract: %v\n%s", err, shown)
	}
	if answer.Status >= http.StatusInternalServerError {
		t.Fatalf("server error\n%s", shown)
	}
	if allowed != nil {
		if answer.Status == http.StatusOK {
			t.Fatalf("accepted an invalid request: %v\n%s", allowed, shown)
		}
		g.refused[call.ID]++
	}
	if strings.Contains(string(answer.Body), g.other.Phone[1:]) && !strings.Contains(request.Path+string(request.Body), g.other.Phone[1:]) {
		t.Fatalf("the response contains another member's phone number\n%s", shown)
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
	if who != "visitor" && slices.Contains(sessionOver, answer.Failure.Reason) || call.ID == "memberLogout" && answer.Success {
		g.renew(answer.Failure.Reason)
	}
}

// sign signs some of the callbacks correctly.
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

func (g *generator) logSummary(t *testing.T) {
	sum := func(counts map[string]int) (all int) {
		for n := range maps.Values(counts) {
			all += n
		}
		return all
	}
	t.Logf("%d requests of %d calls, %d succeeded, %d violated the contract and were refused", sum(g.sent), len(g.sent), sum(g.succeeded), sum(g.refused))
	never := slices.DeleteFunc(slices.Sorted(maps.Keys(g.sent)), func(id string) bool { return g.succeeded[id] > 0 })
	t.Logf("never succeeded: %v", never)
}
