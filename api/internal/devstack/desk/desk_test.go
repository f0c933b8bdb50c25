package desk_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/devstack/desk"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// operator records decisions by kind.
type operator struct {
	cards []bool
	faces []face.Decision
}

// noted returns a decision function that records the decision.
func noted[W any](decided *[]W) func(context.Context, uuid.UUID, W, string, string) error {
	return func(_ context.Context, _ uuid.UUID, w W, _, _ string) error {
		*decided = append(*decided, w)
		return nil
	}
}

func open(t *testing.T) (*fiber.App, *operator) {
	t.Helper()
	return openOn(t, postgrestest.New(t))
}

func openOn(t *testing.T, pool *pgxpool.Pool) (*fiber.App, *operator) {
	t.Helper()
	business, err := clock.NewBusiness(t.Context(), pool)
	require.NoError(t, err)
	person := &operator{}
	d, err := desk.New(true, desk.Deps{
		Pool: pool, Clock: business, Bank: payment.NewSandbox(pool), Card: noted(&person.cards), Face: noted(&person.faces),
		PayTo: func(code string) (string, string) { return "0123456789", code },
	})
	require.NoError(t, err)
	app := fiber.New()
	d.Register(app)
	return app, person
}

func call(t *testing.T, app *fiber.App, method, path, mime, body string) (int, string) {
	t.Helper()
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	request.Header.Set("Content-Type", mime)
	response, err := app.Test(request, fiber.TestConfig{Timeout: 30 * time.Second})
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(text)
}

func TestDeskIsRefusedInProduction(t *testing.T) {
	t.Parallel()
	_, err := desk.New(false, desk.Deps{})
	require.ErrorIs(t, err, desk.ErrProduction)
}

func TestPagesAndStateOfEmptyMarket(t *testing.T) {
	t.Parallel()
	app, _ := open(t)
	for path, holds := range map[string]string{"/dev": "<iframe", "/dev/desk.css": "--brand", "/dev/desk.js": "refresh()", "/dev/portrait.jpg": "JFIF"} {
		status, body := call(t, app, http.MethodGet, path, "", "")
		require.Equal(t, http.StatusOK, status, path)
		require.Contains(t, body, holds, path)
	}
	status, body := call(t, app, http.MethodGet, "/dev/state", "", "")
	require.Equal(t, http.StatusOK, status)
	var state map[string]any
	require.NoError(t, json.Unmarshal([]byte(body), &state))
	for _, list := range []string{"sms", "intents", "payments", "reviews", "waiting", "orders", "jobs", "imageCodes", "conversions", "tracks", "behind"} {
		require.Equal(t, []any{}, state[list], list)
	}
}

func TestMessagesCanBeFilteredByPhone(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	app, _ := openOn(t, pool)
	_, err := pool.Exec(t.Context(), `
		INSERT INTO desk_sms (phone, body, sent_at)
		SELECT CASE i WHEN 1 THEN '+84912345678' ELSE '+849000000' || i END, 'message ' || i, timestamptz '2026-01-05' + i * interval '1 second'
		FROM generate_series(1, 20) i`)
	require.NoError(t, err)
	messages := func(query string) (bodies []string) {
		_, body := call(t, app, http.MethodGet, "/dev/state"+query, "", "")
		var state struct{ SMS []struct{ Body string } }
		require.NoError(t, json.Unmarshal([]byte(body), &state))
		for _, sms := range state.SMS {
			bodies = append(bodies, sms.Body)
		}
		return bodies
	}
	require.Equal(t, []string{"message 20", "message 19", "message 18", "message 17", "message 16"}, messages(""))
	require.Equal(t, []string{"message 1"}, messages("?phone=912345678"))
	require.Empty(t, messages("?phone=912345679"))
}

func TestClockMovesForwardOnly(t *testing.T) {
	t.Parallel()
	app, _ := open(t)
	status, _ := call(t, app, http.MethodPost, "/dev/clock", "application/json", `{"seconds":86400}`)
	require.Equal(t, http.StatusOK, status)
	_, body := call(t, app, http.MethodGet, "/dev/state", "", "")
	require.Contains(t, body, `"offsetSeconds":86400`)
	status, body = call(t, app, http.MethodPost, "/dev/clock", "application/json", `{"seconds":-1}`)
	require.Equal(t, http.StatusConflict, status)
	require.Contains(t, body, "forward")
}

func TestCrossSiteFormPostIsRejected(t *testing.T) {
	t.Parallel()
	app, person := open(t)
	review := `{"kind":"card","id":"` + uuid.NewString() + `","decision":"approve"}`
	status, _ := call(t, app, http.MethodPost, "/dev/decide", "text/plain", review)
	require.Equal(t, http.StatusUnsupportedMediaType, status)
	require.Empty(t, person.cards)
	status, _ = call(t, app, http.MethodPost, "/dev/decide", "application/json", review)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, []bool{true}, person.cards)
}

func TestPendingDecisionsAreListedAndDecided(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	app, person := openOn(t, pool)
	order := flowtest.Confirmed(t, pool, time.Now())
	b := &pgx.Batch{}
	b.Queue(`INSERT INTO repayment_proof (id, order_id, member_id, file_ids, note, created_at) VALUES ($1, $2, $3, $4, '', '2026-03-12Z')`,
		uuid.New(), order.ID, order.MemberID, []uuid.UUID{uuid.New()})
	b.Queue(`
		INSERT INTO face_enrolment (member_id, state, comparison, descriptor, template_enc, created_at)
		VALUES ($1, 'review', 'doubtful', 'human', '\x00', '2026-03-12Z')`, order.MemberID)
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	_, body := call(t, app, http.MethodGet, "/dev/state", "", "")
	var state struct {
		Reviews []struct{ Kind, ID, Detail string }
		Waiting []struct {
			Kind, List string
			Count      int
			Since      time.Time
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &state))
	require.Len(t, state.Waiting, 1, "a face review must be listed under reviews, not under waiting")
	proof := state.Waiting[0]
	require.Equal(t, "proof", proof.Kind)
	require.Equal(t, 1, proof.Count)
	require.Equal(t, "ops proofs list", proof.List)
	require.Equal(t, time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC), proof.Since.UTC())
	require.Len(t, state.Reviews, 1)
	waits := state.Reviews[0]
	require.Equal(t, "face", waits.Kind)
	require.Contains(t, waits.Detail, "doubtful")
	for _, word := range []string{"", "end", "approved"} {
		status, response := call(t, app, http.MethodPost, "/dev/decide", "application/json", `{"kind":"face","id":"`+waits.ID+`","decision":"`+word+`"}`)
		require.Equal(t, http.StatusConflict, status, response)
		require.Empty(t, person.faces)
	}
	status, response := call(t, app, http.MethodPost, "/dev/decide", "application/json", `{"kind":"face","id":"`+waits.ID+`","decision":"reject"}`)
	require.Equal(t, http.StatusOK, status, response)
	require.Equal(t, []face.Decision{face.Reject}, person.faces)
	require.Empty(t, person.cards)
}

func TestBankReturnsPayout(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	app, _ := openOn(t, pool)
	_, err := payment.NewSandbox(pool).Payout(t.Context(), payment.Transfer{
		Reference: "PO1", Direction: payment.DirectionPayout, To: payment.Account{Number: "19031234"}, Amount: money.Of(5, money.VND), On: money.MustDate("2026-03-12"),
	})
	require.NoError(t, err)
	transfer := func() string {
		_, body := call(t, app, http.MethodGet, "/dev/state", "", "")
		var state struct {
			Transfers []struct{ Reference, State string }
		}
		require.NoError(t, json.Unmarshal([]byte(body), &state))
		require.Len(t, state.Transfers, 1)
		return state.Transfers[0].Reference + " " + state.Transfers[0].State
	}
	require.Equal(t, "PO1 succeeded", transfer())
	status, _ := call(t, app, http.MethodPost, "/dev/return", "application/json", `{"reference":"PO1"}`)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "PO1 returned", transfer())
}

func TestMissingObjectIsReported(t *testing.T) {
	t.Parallel()
	app, _ := open(t)
	for path, body := range map[string]string{
		"/dev/pay":     `{"intentId":"` + uuid.NewString() + `","amount":1,"memo":"as it left"}`,
		"/dev/reverse": `{"reference":"FT0"}`,
		"/dev/return":  `{"reference":"PO0"}`,
		"/dev/decide":  `{"kind":"weather","decision":"approve","id":"` + uuid.NewString() + `"}`,
	} {
		status, response := call(t, app, http.MethodPost, path, "application/json", body)
		require.Equal(t, http.StatusConflict, status, path)
		require.Contains(t, response, `"success":false`, path)
	}
}
