package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// reported sends a signed report of a carrier service.
func reported(t testing.TB, c *client, merchant string, key []byte, at time.Time, event body) apptest.Answer {
	t.Helper()
	raw := encode(t, event)
	timestamp, signature := secret.Sign(key, at, raw)
	header := http.Header{"Content-Type": {"application/json"}, secret.HeaderTimestamp: {timestamp}, secret.HeaderSignature: {signature}}
	op := apptest.Operation(t, "hookCarrier")
	return c.Send(t, op, strings.Replace(op.Path, "{merchant}", merchant, 1), header, raw)
}

func carrierKey(stack *apptest.Stack) []byte { return stack.Apps[0].Config.Carrier.Key.Bytes() }

func sessionReport(s contract.CarrierSession, id, state string) body {
	return body{"eventId": id, "reference": s.SessionID, "state": state}
}

// spec: 8.10042, 8.10043, 8.10041
func TestCarrierReportIsAuthenticatedAndIdempotent(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c, key := stack.Login(t), carrierKey(stack)
	s := mallOK(t, c, "mallDetail", withPassword(password))
	event := sessionReport(s, "r1", "verified")
	event["tenureMonths"] = 7
	require.Equal(t, 10043, reported(t, c, "another", key, time.Now(), event).ErrorCode, "an unknown merchant number is refused")
	require.Equal(t, 10042, reported(t, c, "sandbox", []byte("not the key"), time.Now(), event).ErrorCode)
	require.Equal(t, 10042, reported(t, c, "sandbox", key, time.Now().Add(-6*time.Minute), event).ErrorCode, "a signature that is too old is refused as a replay")
	require.Equal(t, 10041, reported(t, c, "sandbox", key, time.Now(), with(event, "reference", uuid.New())).ErrorCode)
	require.Equal(t, "code", string(mallOK(t, c, "mallResult", body{}).State), "refused reports do not change the session")

	for range 2 {
		require.True(t, reported(t, c, "sandbox", key, time.Now(), event).Success, "a duplicate report is accepted")
	}
	done := mallOK(t, c, "mallResult", body{})
	require.Equal(t, "succeeded", string(done.State))
	require.Equal(t, 7, *done.TenureMonths)
	require.True(t, reported(t, c, "sandbox", key, time.Now(), sessionReport(s, "r2", "verified")).Success, "a report of the current state is accepted")
	require.Equal(t, reason.StateChanged, reported(t, c, "sandbox", key, time.Now(), sessionReport(s, "r3", "failed")).Failure.Reason)
	require.Equal(t, "succeeded", string(mallOK(t, c, "mallResult", body{}).State))
}

// A report that arrives late still counts, because an unknown result was not recorded as a failure.
func TestLateCarrierReportCompletesExpiredSession(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	s := mallOK(t, c, "mallDetail", withPassword("matkhau0006"))
	mallOK(t, c, "mallNext", codeIs(operatorCode(t, c)))
	stack.Advance(t, time.Hour)
	requireNoJobs(t, stack)
	require.Equal(t, "expired", string(mallOK(t, c, "mallResult", body{}).State))
	require.True(t, reported(t, c, "sandbox", carrierKey(stack), time.Now(), sessionReport(s, "late", "verified")).Success)
	require.Equal(t, contract.OptIndexDataStateDone, index(t, c).State)
}

func TestConcurrentCarrierSessionsStartOnce(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	for range 5 {
		c, key := stack.Login(t), uuid.NewString()
		answers := make([]apptest.Answer, 8)
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() {
				own := key
				if i%2 == 1 {
					own = uuid.NewString()
				}
				answers[i] = mallWith(t, c, own, "mallDetail", vinaphone, withPassword(password))
			})
		}
		all.Wait()
		seen := map[uuid.UUID]bool{}
		for i, a := range answers {
			if i%2 == 0 && a.Success {
				var s contract.CarrierSession
				require.NoError(t, json.Unmarshal(a.Data, &s))
				seen[s.SessionID] = true
			}
			require.True(t, a.Success || a.Failure.Reason == reason.CarrierRunning, "%s", a.Body)
		}
		require.LessOrEqual(t, len(seen), 1, "calls with the same idempotency key open one session")
		var running int
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `
			SELECT count(*) FROM carrier_session WHERE member_id = $1 AND ended_at IS NULL`, c.MemberID).Scan(&running))
		require.Equal(t, 1, running)
	}
}

// The borrower's code, the carrier's report and the query of the job arrive at the same time.
func TestCarrierReportRacesWithCodeAndJob(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	for n := range 6 {
		c := stack.Login(t)
		s := mallOK(t, c, "mallDetail", withPassword(password))
		code := codeIs(operatorCode(t, c))
		var all sync.WaitGroup
		for i := range 3 {
			all.Go(func() {
				a := mall(t, c, "mallNext", code)
				require.Contains(t, []reason.Reason{"", reason.CodeFirst}, a.Failure.Reason, "%s", a.Body)
			})
			all.Go(func() {
				a := reported(t, c, "sandbox", carrierKey(stack), time.Now(), sessionReport(s, fmt.Sprintf("%d-%d", n, i), "verified"))
				require.Contains(t, []reason.Reason{"", reason.StateChanged}, a.Failure.Reason, "%s", a.Body)
			})
		}
		all.Wait()
		until(t, c, "succeeded")
		var proofs int
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `
			SELECT count(*) FROM carrier_session_event WHERE session_id = $1 AND to_state = 'succeeded'`, s.SessionID).Scan(&proofs))
		require.Equal(t, 1, proofs)
	}
	requireNoJobs(t, stack)
	var raised, members int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `
		SELECT count(*), count(DISTINCT member_id) FROM credit_event WHERE kind = 'carrier_verified'`).Scan(&raised, &members))
	require.Equal(t, []int{6, 6}, []int{raised, members})
}

func TestConcurrentCarrierCodeRequestsSendOneCode(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	c := stack.Login(t)
	mallOK(t, c, "mallDetail", withPassword(password))
	stack.Advance(t, 61*time.Second)
	answers := make([]apptest.Answer, 6)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = mall(t, c, "mallCode", body{}) })
	}
	all.Wait()
	granted := 0
	for _, a := range answers {
		if a.Success {
			granted++
			continue
		}
		require.Equal(t, reason.CarrierCodeWait, a.Failure.Reason, "%s", a.Body)
	}
	require.Equal(t, 1, granted)
}

// A process that dies between writing the session and calling the carrier leaves no session that never ends.
func TestCarrierSessionOfCrashedProcessFails(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c, id := stack.Login(t), uuid.New()
	_, err := stack.Owner.Exec(t.Context(), `
		INSERT INTO carrier_session (id, member_id, device_id, region, carrier, kind, way, state, created_at, expires_at)
		SELECT $1, $2, id, 'vi', $3, 'verify', 'password', 'starting', $4, $5 FROM device WHERE member_id = $2`, id, c.MemberID, vinaphone, stack.Now(), stack.Now().Add(15*time.Minute))
	require.NoError(t, err)
	_, err = stack.Owner.Exec(t.Context(), `
		INSERT INTO river_job (args, kind, max_attempts, metadata, priority, queue, state, scheduled_at)
		VALUES (jsonb_build_object('sessionId', $1::text), 'carrier.follow', 25, '{}', 1, 'carrier', 'available', now())`, id.String())
	require.NoError(t, err)
	require.Equal(t, reason.CarrierRunning, mall(t, c, "mallDetail", withPassword(password)).Failure.Reason)
	stack.Advance(t, time.Minute)
	require.Equal(t, "lost", string(until(t, c, "failed").Reason))
	require.Equal(t, contract.CarrierSessionStateCode, mallOK(t, c, "mallDetail", withPassword(password)).State)
}

func TestCarrierSessionsArePerMemberAndRateLimited(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c, other := stack.Login(t), stack.Login(t)
	mallOK(t, c, "mallDetail", withPassword(password))
	mallRefused(t, other, reason.NoData, "mallResult", body{})
	mallRefused(t, other, reason.CodeFirst, "mallNext", codeIs(operatorCode(t, c)))
	require.Nil(t, index(t, other).Last)
	for range 9 {
		mallOK(t, c, "mallDetail", withPassword(password))
	}
	many := mallRefused(t, c, reason.CarrierTooMany, "mallDetail", withPassword(password))
	require.NotEmpty(t, many.Header.Get("Retry-After"))
	stack.Advance(t, 25*time.Hour)
	mallOK(t, c, "mallDetail", withPassword(password))
}

// A service password is sent to the carrier and stored nowhere.
func TestServicePasswordIsNotStored(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	const own = "Kin7391DaoMatKhau"
	var mu sync.Mutex
	var sent []string
	stack.Listen(func(_ string, statements []postgres.Statement) {
		mu.Lock()
		defer mu.Unlock()
		for _, s := range statements {
			sent = append(sent, fmt.Sprintf("%s %q %v", s.SQL, s.Args, s.Args))
		}
	})
	key := uuid.NewString()
	first := mallWith(t, c, key, "mallDetail", vinaphone, withPassword(own))
	again := mallWith(t, c, key, "mallDetail", vinaphone, withPassword("another"))
	require.JSONEq(t, string(first.Body), string(again.Body), "the idempotency key returns the same session whatever the password")
	mallOK(t, c, "mallNext", codeIs(operatorCode(t, c)))
	until(t, c, "succeeded")
	mallOK(t, c, "mallRegister", body{"type": "password", "password": own, "passwordAgain": own})
	stack.Listen(nil)
	require.NotEmpty(t, sent)
	for _, statement := range sent {
		require.NotContains(t, statement, own)
	}
	var dump string
	require.NoError(t, stack.Owner.QueryRow(t.Context(), `
		SELECT concat((SELECT json_agg(s) FROM carrier_session s), (SELECT json_agg(e) FROM carrier_session_event e),
			(SELECT json_agg(r) FROM sandbox_carrier.request r), (SELECT json_agg(j) FROM river_job j), (SELECT json_agg(i) FROM idempotency_key i),
			(SELECT json_agg(a) FROM audit_log a))`).Scan(&dump))
	require.NotContains(t, dump, own)
	require.NotContains(t, dump, own[len(own)-4:], "the last four characters are not stored either")
}

// spec: 8.10052
func TestCarrierVerificationCanBeDisabled(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Set("CARRIER_GATEWAY", "off"))
	c := stack.Login(t)
	require.Equal(t, 10052, c.Refused(t, reason.NoConfiguration, "optIndex", body{}).ErrorCode)
	mallRefused(t, c, reason.NoConfiguration, "mallDetail", withPassword(password))
	require.Equal(t, 10052, reported(t, c, "sandbox", carrierKey(stack), time.Now(), body{"eventId": "1", "reference": uuid.New(), "state": "verified"}).ErrorCode)
	var list contract.AuthListData
	c.OK(t, "authList", body{}, &list)
	require.Len(t, list.Items, 5, "the disabled verification is not listed")
}

// A login that ends during the call begins no session with the carrier, which would send a code and ask about the number.
func TestSessionEndedDuringCallBeginsNoCarrierSession(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	answer := whileLoggedOut(t, stack, func(_ *member.Members, tx pgx.Tx) error {
		_, err := member.EndSessions(c.MemberID, stack.Now()).Read(t.Context(), tx)
		return err
	}, func() apptest.Answer { return mall(t, c, "mallDetail", withPassword(password)) })
	require.Equal(t, reason.SessionEnded, answer.Failure.Reason, "%s", answer.Body)
	var begun int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM carrier_session WHERE member_id = $1`, c.MemberID).Scan(&begun))
	require.Zero(t, begun)
}
