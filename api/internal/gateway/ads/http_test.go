package ads

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/test/partnertest"
)

// platform is a local server that returns the given answers and records the requests.
type platform struct {
	*httptest.Server
	mu       sync.Mutex
	requests []receivedRequest
	answers  map[string][]answer
}

type receivedRequest struct {
	Path   string
	Header http.Header
	Raw    string
}

func (a receivedRequest) json(t *testing.T) map[string]any {
	t.Helper()
	var decoded map[string]any
	require.NoError(t, json.Unmarshal([]byte(a.Raw), &decoded))
	return decoded
}

type answer struct {
	status int
	body   string
}

// startPlatform starts a platform. Each path returns its answers in order and then repeats the last one.
func startPlatform(t *testing.T, answers map[string][]answer) *platform {
	t.Helper()
	p := &platform{answers: answers}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		raw, _ := io.ReadAll(r.Body)
		p.requests = append(p.requests, receivedRequest{r.URL.String(), r.Header.Clone(), string(raw)})
		all := p.answers[r.URL.Path]
		if len(all) == 0 {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		if len(all) > 1 {
			p.answers[r.URL.Path] = all[1:]
		}
		w.WriteHeader(all[0].status)
		_, _ = io.WriteString(w, all[0].body)
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *platform) gateway() *HTTP {
	return NewHTTP(Addresses{Meta: p.URL, TikTok: p.URL, Google: Google{
		API: p.URL, TokenURL: p.URL + "/token", ClientID: "client", ClientSecret: "the client's secret", DeveloperToken: "the developer's token",
		LoginCustomerID: "9998887776",
	}})
}

func sum(value string) string {
	hashed := sha256.Sum256([]byte(value))
	return hex.EncodeToString(hashed[:])
}

func payout(platform string) Conversion {
	return Conversion{
		Platform: platform, PixelID: "PIXEL1", Token: "the operator's token", Account: "1234567890", Action: "13", Event: "payout", EventID: "payout.7",
		At: time.Date(2026, 11, 21, 3, 4, 5, 0, time.UTC), PageURL: "https://vayro.example/m/land", Value: money.Of(12_345_50, "THB"),
		Phone: "+66812345678", MemberID: "0198", Fbc: "fb.1.2.x", Fbp: "fb.1.2.3", IP: "203.0.113.7", UserAgent: "Chrome/60",
	}
}

const (
	tiktokTrack  = "/open_api/v1.3/event/track/"
	metaTrack    = "/v25.0/PIXEL1/events"
	googleUpload = "/v26/customers/1234567890:uploadClickConversions"
)

func TestTikTokRequest(t *testing.T) {
	t.Parallel()
	p := startPlatform(t, map[string][]answer{tiktokTrack: {{200, `{"code":0,"message":"OK","request_id":"1","data":{}}`}}})
	c := payout("tiktok")
	c.ClickName, c.ClickID, c.TestCode = "ttclid", "E.C.P.1", "TEST9"
	require.NoError(t, p.gateway().Report(t.Context(), c))
	require.Equal(t, "the operator's token", p.requests[0].Header.Get("Access-Token"))
	require.Equal(t, "application/json", p.requests[0].Header.Get("Content-Type"))
	require.Equal(t, map[string]any{
		"event_source": "web", "event_source_id": "PIXEL1", "test_event_code": "TEST9",
		"data": []any{map[string]any{
			"event": "Purchase", "event_time": float64(c.At.Unix()), "event_id": "payout.7",
			"user": map[string]any{
				"ttclid": "E.C.P.1", "phone": sum("+66812345678"), "external_id": sum("0198"), "ip": "203.0.113.7", "user_agent": "Chrome/60",
			},
			"page":       map[string]any{"url": "https://vayro.example/m/land"},
			"properties": map[string]any{"value": 12345.5, "currency": "THB"},
		}},
	}, p.requests[0].json(t))

	c = payout("tiktok")
	c.Event, c.Value, c.ClickName, c.ClickID = "application", money.Money{}, "gclid", "of another platform"
	require.NoError(t, p.gateway().Report(t.Context(), c))
	event := p.requests[1].json(t)["data"].([]any)[0].(map[string]any)
	require.Equal(t, "SubmitApplication", event["event"])
	require.NotContains(t, event, "properties", "only a payout has an amount")
	require.NotContains(t, event["user"], "ttclid", "the click id of another platform is not sent")
}

func TestMetaRequestContainsThePayoutAmount(t *testing.T) {
	t.Parallel()
	p := startPlatform(t, map[string][]answer{metaTrack: {{200, `{"events_received":1}`}}})
	require.NoError(t, p.gateway().Report(t.Context(), payout("meta")))
	decoded := p.requests[0].json(t)
	require.Equal(t, "the operator's token", decoded["access_token"])
	event := decoded["data"].([]any)[0].(map[string]any)
	require.Equal(t, "Purchase", event["event_name"])
	require.Equal(t, map[string]any{"value": 12345.5, "currency": "THB"}, event["custom_data"])
	require.Equal(t, []any{sum("66812345678")}, event["user_data"].(map[string]any)["ph"])
}

func TestGoogleRequestContainsClickIDAndPhoneHash(t *testing.T) {
	t.Parallel()
	p := startPlatform(t, map[string][]answer{
		"/token":     {{200, `{"access_token":"access-1","expires_in":3599,"token_type":"Bearer"}`}},
		googleUpload: {{200, `{"results":[{"gclid":"abc"}]}`}},
	})
	gateway := p.gateway()
	c := payout("google")
	c.ClickName, c.ClickID = "gclid", "abc"
	require.NoError(t, gateway.Report(t.Context(), c))
	c.ClickName, c.TestCode = "wbraid", "check"
	require.NoError(t, gateway.Report(t.Context(), c))
	require.Len(t, p.requests, 3, "both reports use one access token")

	form, err := url.ParseQuery(p.requests[0].Raw)
	require.NoError(t, err)
	require.Equal(t, url.Values{
		"grant_type": {"refresh_token"}, "client_id": {"client"}, "client_secret": {"the client's secret"}, "refresh_token": {"the operator's token"},
	}, form)
	upload := p.requests[1]
	require.Equal(t, googleUpload, upload.Path)
	require.Equal(t, "Bearer access-1", upload.Header.Get("Authorization"))
	require.Equal(t, "the developer's token", upload.Header.Get("Developer-Token"))
	require.Equal(t, "9998887776", upload.Header.Get("Login-Customer-Id"))
	require.Equal(t, map[string]any{
		"partialFailure": true,
		"conversions": []any{map[string]any{
			"gclid": "abc", "conversionAction": "customers/1234567890/conversionActions/13", "conversionDateTime": "2026-11-21 03:04:05+00:00",
			"conversionValue": 12345.5, "currencyCode": "THB", "orderId": "payout.7", "conversionEnvironment": "WEB",
			"consent":         map[string]any{"adUserData": "GRANTED", "adPersonalization": "DENIED"},
			"userIdentifiers": []any{map[string]any{"hashedPhoneNumber": sum("+66812345678")}},
		}},
	}, upload.json(t))
	checked := p.requests[2].json(t)
	require.Equal(t, true, checked["validateOnly"], "a test report is validated but not counted")
	require.NotContains(t, checked["conversions"].([]any)[0], "userIdentifiers", "google accepts no user identifiers together with a wbraid")
}

func TestGoogleReplacesARevokedAccessToken(t *testing.T) {
	t.Parallel()
	p := startPlatform(t, map[string][]answer{
		"/token":     {{200, `{"access_token":"access-1","expires_in":3599}`}, {200, `{"access_token":"access-2","expires_in":3599}`}},
		googleUpload: {{200, `{}`}, {401, `{"error":{"code":401,"status":"UNAUTHENTICATED"}}`}, {200, `{}`}, {401, `{}`}, {401, `{}`}},
	})
	gateway := p.gateway()
	require.NoError(t, gateway.Report(t.Context(), payout("google")))
	err := gateway.Report(t.Context(), payout("google"))
	require.Error(t, err)
	require.NotErrorIs(t, err, ErrRefused, "a retry with a new token may succeed")
	require.NoError(t, gateway.Report(t.Context(), payout("google")))
	require.Equal(t, "Bearer access-2", p.requests[len(p.requests)-1].Header.Get("Authorization"))
	require.NotErrorIs(t, gateway.Report(t.Context(), payout("google")), ErrRefused)
	require.ErrorIs(t, gateway.Report(t.Context(), payout("google")), ErrUnauthorized, "a new token is refused too, so the account has no access")
}

// The platform's response decides whether the report is done, retried or given up.
func TestReportResultByPlatformResponse(t *testing.T) {
	t.Parallel()
	const done, again, refused, unauthorized, notFound = "done", "again", "refused", "unauthorized", "not found"
	partial := func(code string) answer {
		return answer{200, `{"partialFailureError":{"code":3,"message":"secret-echo","details":[{"@type":"x","errors":[{"errorCode":{"conversionUploadError":"` + code + `"}}]}]},"results":[{}]}`}
	}
	for name, test := range map[string]struct {
		platform string
		answer   answer
		want     string
	}{
		"tiktok accepts":                              {"tiktok", answer{200, `{"code":0}`}, done},
		"tiktok refuses the token":                    {"tiktok", answer{200, `{"code":40105,"message":"secret-echo"}`}, unauthorized},
		"tiktok's token has no rights":                {"tiktok", answer{200, `{"code":40001}`}, unauthorized},
		"tiktok refuses a field":                      {"tiktok", answer{200, `{"code":40002}`}, refused},
		"tiktok rate limit":                           {"tiktok", answer{200, `{"code":40100}`}, again},
		"tiktok server error":                         {"tiktok", answer{200, `{"code":50000}`}, again},
		"tiktok response is not JSON":                 {"tiktok", answer{200, `<html>`}, again},
		"tiktok bad gateway":                          {"tiktok", answer{502, `<html>`}, again},
		"an object in place of tiktok":                {"tiktok", answer{404, `{"code":40400}`}, notFound},
		"an object in place of meta":                  {"meta", answer{410, `{"message":"Gone"}`}, notFound},
		"nothing in place of tiktok":                  {"tiktok", answer{404, ``}, notFound},
		"a text in place of meta":                     {"meta", answer{404, "404 page not found\n"}, notFound},
		"a text in place of google":                   {"google", answer{400, "Bad Request"}, again},
		"meta accepts":                                {"meta", answer{200, `{}`}, done},
		"a page before meta":                          {"meta", answer{200, partnertest.Page}, again},
		"a page in place of meta":                     {"meta", answer{404, partnertest.Page}, notFound},
		"a page in place of tiktok":                   {"tiktok", answer{404, partnertest.Page}, notFound},
		"a page in place of google":                   {"google", answer{404, partnertest.Page}, notFound},
		"meta refuses the token":                      {"meta", answer{400, `{"error":{"code":190,"message":"secret-echo"}}`}, unauthorized},
		"meta's token has no rights":                  {"meta", answer{403, `{"error":{"code":200}}`}, unauthorized},
		"meta refuses a field":                        {"meta", answer{400, `{"error":{"code":100}}`}, refused},
		"meta is down without saying it passes":       {"meta", answer{400, `{"error":{"code":1}}`}, again},
		"meta limits the application":                 {"meta", answer{400, `{"error":{"code":4}}`}, again},
		"meta limits the user":                        {"meta", answer{400, `{"error":{"code":17}}`}, again},
		"meta limits the page":                        {"meta", answer{400, `{"error":{"code":32}}`}, again},
		"meta limits the calls":                       {"meta", answer{400, `{"error":{"code":613}}`}, again},
		"meta limits the business":                    {"meta", answer{400, `{"error":{"code":80004}}`}, again},
		"meta blocks for a while":                     {"meta", answer{400, `{"error":{"code":368}}`}, again},
		"meta misses a capability":                    {"meta", answer{400, `{"error":{"code":3}}`}, unauthorized},
		"meta reports a transient error":              {"meta", answer{400, `{"error":{"code":2,"is_transient":true}}`}, again},
		"meta rate limit":                             {"meta", answer{429, ``}, again},
		"google accepts":                              {"google", answer{200, `{"results":[{"gclid":"x"}]}`}, done},
		"google already has the conversion":           {"google", partial("CLICK_CONVERSION_ALREADY_EXISTS"), done},
		"google already has the order":                {"google", partial("ORDER_ID_ALREADY_IN_USE"), done},
		"google reports that the click is too recent": {"google", partial("TOO_RECENT_EVENT"), again},
		"google cannot parse the click id":            {"google", partial("UNPARSEABLE_GCLID"), refused},
		"google has no such conversion action":        {"google", answer{400, `{"error":{"code":400,"message":"secret-echo","details":[{"errors":[{"errorCode":{"conversionUploadError":"NO_CONVERSION_ACTION_FOUND"}}]}]}}`}, refused},
		"google denies access":                        {"google", answer{403, `{"error":{"code":403}}`}, unauthorized},
		"google's quota is used up":                   {"google", answer{429, `{"error":{"code":429,"details":[{"errors":[{"errorCode":{"quotaError":"RESOURCE_EXHAUSTED"}}]}]}}`}, again},
		"google server error":                         {"google", answer{503, ``}, again},
		"google response is not JSON":                 {"google", answer{200, `<html>`}, again},
		"unknown platform":                            {"myspace", answer{200, `{}`}, refused},
		"redirects are not followed":                  {"meta", answer{302, ``}, again},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startPlatform(t, map[string][]answer{
				"/token": {{200, `{"access_token":"a","expires_in":3599}`}}, tiktokTrack: {test.answer}, metaTrack: {test.answer}, googleUpload: {test.answer},
			})
			err := p.gateway().Report(t.Context(), payout(test.platform))
			got := done
			switch {
			case errors.Is(err, ErrRefused):
				got = refused
			case errors.Is(err, ErrUnauthorized):
				got = unauthorized
			case errors.Is(err, ErrNotFound):
				got = notFound
			case err != nil:
				got = again
			}
			require.Equal(t, test.want, got, "%v", err)
			if err != nil {
				requireNoSecrets(t, err)
			}
		})
	}
}

// requireNoSecrets requires that an error contains no tokens, phone numbers or text of the platform.
func requireNoSecrets(t *testing.T, err error) {
	t.Helper()
	for _, secret := range []string{"token of", "operator", "developer's", "client's", "secret-echo", "812345678", sum("+66812345678"), "http://"} {
		require.NotContains(t, err.Error(), secret)
	}
}

func TestGoogleTokenServiceErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer       answer
		unauthorized bool
	}{
		"refresh token revoked":    {answer{400, `{"error":"invalid_grant","error_description":"secret-echo"}`}, true},
		"unknown client":           {answer{401, `{"error":"invalid_client"}`}, true},
		"server error":             {answer{503, ``}, false},
		"response without a token": {answer{200, `{}`}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startPlatform(t, map[string][]answer{"/token": {test.answer}})
			err := p.gateway().Report(t.Context(), payout("google"))
			require.Error(t, err)
			require.Equal(t, test.unauthorized, errors.Is(err, ErrUnauthorized), "%v", err)
			require.NotErrorIs(t, err, ErrRefused, "the report itself is valid")
			requireNoSecrets(t, err)
			require.Len(t, p.requests, 1, "nothing is uploaded without a token")
		})
	}
}

func TestIncompleteConversionIsRefusedBeforeAnyRequest(t *testing.T) {
	t.Parallel()
	p := startPlatform(t, nil)
	for name, change := range map[string]func(*Conversion){
		"no token": func(c *Conversion) { c.Token = "" }, "no pixel": func(c *Conversion) { c.PixelID = "" },
		"no action": func(c *Conversion) { c.Action = "" }, "no account": func(c *Conversion) { c.Account = "" },
	} {
		c := payout("google")
		change(&c)
		require.ErrorIs(t, p.gateway().Report(t.Context(), c), ErrRefused, name)
	}
	unconfigured := NewHTTP(Addresses{Google: Google{API: p.URL, TokenURL: p.URL + "/token"}})
	require.ErrorIs(t, unconfigured.Report(t.Context(), payout("google")), ErrRefused, "google is not configured")
	require.Empty(t, p.requests)
}

func TestUnreachablePlatformCanBeRetried(t *testing.T) {
	t.Parallel()
	p := startPlatform(t, nil)
	gateway := p.gateway()
	p.Close()
	for _, name := range []string{"google", "meta", "tiktok"} {
		err := gateway.Report(t.Context(), payout(name))
		require.Error(t, err)
		require.NotErrorIs(t, err, ErrRefused)
		requireNoSecrets(t, err)
	}
}
