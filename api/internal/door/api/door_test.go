package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// spec: 3.envelope, 7.post-envelope
func TestUnroutableRequestsGetErrorEnvelope(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Client(t)
	for what, asked := range map[string]struct {
		method, path string
		want         reason.Reason
	}{
		"an unknown call":         {http.MethodPost, "/app/nothing", reason.NotFound},
		"a path in upper case":    {http.MethodPost, "/APP/member/query", reason.NotFound},
		"a trailing slash":        {http.MethodPost, "/app/member/query/", reason.NotFound},
		"an unknown page by POST": {http.MethodPost, "/nothing", reason.NotFound},
		"an unknown method":       {"BREW", "/app/member/query", reason.MethodNotAllowed},
		"a missing asset":         {http.MethodGet, "/assets/gone-1234.js", reason.NotFound},
		"a path traversal":        {http.MethodGet, "/assets/../../go.mod", reason.NotFound},
	} {
		answer := c.Raw(t, asked.method, asked.path, nil, nil)
		require.Equal(t, asked.want, answer.Failure.Reason, "%s: %d %s", what, answer.Status, answer.Body)
		require.Equal(t, asked.want.Status(), answer.Status, what)
		require.NotEmpty(t, answer.Msg, what)
		require.Equal(t, "no-store", answer.Header.Get("Cache-Control"), what)
	}
}

// spec: 1.languages
func TestMessagesUseLanguageOfRequest(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Client(t)
	for header, want := range map[string]string{
		"vi": "Vui lòng", "en": "Please", "cn": "请", "zh-CN,zh;q=0.9": "请", "th-TH": "กรุณา", "": "Vui lòng", "fr": "Vui lòng",
		strings.Repeat("x", 200): "Vui lòng",
	} {
		c.Lang = header
		answer := c.Refused(t, reason.PhoneInvalid, "memberCheckPhone", body{"phoneNum": "1"})
		require.Contains(t, answer.Msg, want, "Accept-Language %q", header)
	}
}

func TestOversizedBodiesAreRefusedInWords(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Login(t)
	c.Lang = "en"
	for _, size := range []int{64<<10 + 1, 1 << 20} {
		answer := c.Raw(t, http.MethodPost, "/app/member/query", asJSON(), make([]byte, size))
		require.Equal(t, reason.TooLarge, answer.Failure.Reason)
		require.Equal(t, "That is too large. Please make it smaller and try again.", answer.Msg)
	}
	for _, size := range []int{11 << 20, 20 << 20, 30 << 20} {
		answer := c.Raw(t, http.MethodPost, "/app/file/upload", nil, make([]byte, size))
		require.Equal(t, reason.TooLarge, answer.Failure.Reason)
		require.Equal(t, "That is too large. Please make it smaller and try again.", answer.Msg)
	}
}

// TestHugeBodiesAreNotRead checks that the answer comes before the whole body has arrived.
func TestHugeBodiesAreNotRead(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	for _, path := range []string{"/app/member/query", "/app/file/upload"} {
		connection, err := net.Dial("tcp", strings.TrimPrefix(stack.Base(), "http://"))
		require.NoError(t, err)
		defer connection.Close()
		_, err = fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{", path)
		require.NoError(t, err)
		response, err := http.ReadResponse(bufio.NewReader(connection), nil)
		require.NoError(t, err)
		defer response.Body.Close()
		require.Equal(t, http.StatusRequestEntityTooLarge, response.StatusCode)
		raw, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.Contains(t, string(raw), `"errorCode":20104`)
	}
}

// TestRequestsOnOneConnectionDoNotMix guards against mixed data, because Fiber reuses the memory of a request for the
// next one on the same connection.
func TestRequestsOnOneConnectionDoNotMix(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	lan, minh := stack.Login(t), stack.Login(t)
	connection, err := net.Dial("tcp", strings.TrimPrefix(stack.Base(), "http://"))
	require.NoError(t, err)
	defer connection.Close()
	answers := bufio.NewReader(connection)
	ask := func(path, token, lang, body string) string {
		_, err := fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: vayro.example\r\ntoken: %s\r\nAccept-Language: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			path, token, lang, len(body), body)
		require.NoError(t, err)
		response, err := http.ReadResponse(answers, nil)
		require.NoError(t, err)
		defer response.Body.Close()
		raw, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return string(raw)
	}
	for range 20 {
		require.Contains(t, ask("/app/member/query", lan.Token, "vi", `{}`), lan.MemberID.String())
		require.Contains(t, ask("/app/member/query", minh.Token, "en", `{ }`), minh.MemberID.String())
		require.Contains(t, ask("/app/member/query", strings.Repeat("x", len(lan.Token)), "cn", `{}`), "重新登录")
		require.Contains(t, ask("/app/member/checkPhone", "", "th", `{"phoneNum":"12345678901234567890"}`), "กรุณา")
	}
}

func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	answer := c.OK(t, "configProduct", body{}, nil)
	require.Equal(t, "nosniff", answer.Header.Get("X-Content-Type-Options"))
	require.Contains(t, answer.Header.Get("Content-Security-Policy"), "default-src 'none'")
	require.Empty(t, answer.Header.Get("Strict-Transport-Security"), "no HSTS over plain HTTP")
	require.Empty(t, answer.Header.Get("Server"))
	require.NotEmpty(t, answer.Header.Get("X-Request-Id"))

	header := asJSON()
	header.Set("X-Forwarded-Proto", "https")
	answer = c.Raw(t, http.MethodPost, "/app/config/product", header, []byte(`{}`))
	require.NotEmpty(t, answer.Header.Get("Strict-Transport-Security"))
	c.SendCode(t, 200)
	answer = c.Raw(t, http.MethodPost, "/app/member/smsLogin", header, encode(t, login(c.Phone, stack.Code(t, c.Phone))))
	require.Contains(t, answer.Header.Get("Set-Cookie"), "secure", "the cookie is secure over HTTPS")
}

func TestCORSAllowsOnlyAppShellsAndConfiguredOrigins(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t, apptest.Set("ORIGINS", "https://partner.example")).Client(t)
	for origin, allowed := range map[string]bool{
		"https://localhost": true, "capacitor://localhost": true, "https://partner.example": true,
		"http://localhost": false, "https://localhost.evil.example": false, "null": false,
	} {
		answer := c.Raw(t, http.MethodOptions, "/app/member/query", http.Header{
			"Origin": {origin}, "Access-Control-Request-Method": {"POST"}, "Access-Control-Request-Headers": {"token,content-type"},
		}, nil)
		if allowed {
			require.Equal(t, origin, answer.Header.Get("Access-Control-Allow-Origin"))
			require.Equal(t, "7200", answer.Header.Get("Access-Control-Max-Age"), "the preflight response is cached")
			for _, header := range []string{
				"token", "content-type", "accept-language", "x-device-id", "idempotency-key", "x-app-version", "x-app-package", "x-app-platform",
			} {
				require.Contains(t, strings.ToLower(answer.Header.Get("Access-Control-Allow-Headers")), header)
			}
			answer = c.Raw(t, http.MethodPost, "/app/config/product", http.Header{"Origin": {origin}}, []byte(`{}`))
			require.NotEmpty(t, answer.Header.Get("Date"))
			require.Contains(t, answer.Header.Get("Access-Control-Expose-Headers"), "Date", "the app reads the server's time, because a phone's clock may be wrong")
		} else {
			require.Empty(t, answer.Header.Get("Access-Control-Allow-Origin"), origin)
		}
		require.Empty(t, answer.Header.Get("Access-Control-Allow-Credentials"), "sessions do not use cookies")
	}
}

// spec: 9.product-20005, 9.biz-type, 1.language-default
func TestProductConfigDescribesProductAndRegion(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Client(t)
	var config contract.ProductConfig
	c.OK(t, "configProduct", body{}, &config)
	require.Equal(t, "20005", config.ProductID)
	require.Equal(t, "0000", config.BizType)
	require.Equal(t, "vi", string(config.Lang))
	require.Equal(t, "+84", config.Region.AreaCode)
	require.Equal(t, 10, config.Region.MaxPhoneLength)
	require.EqualValues(t, 20_000_000, config.Region.HomeSample.LoanAmount)
	require.EqualValues(t, 2_000_000, config.Landing.MinAmount)
	require.Equal(t, "98.9", config.Landing.ApprovalRate)

	header := asJSON()
	header.Set("X-Forwarded-Host", "plus.vayro.example")
	answer := c.Raw(t, http.MethodPost, "/app/config/product", header, []byte(`{}`))
	require.Contains(t, string(answer.Data), `"productId":"20003"`, "the host name selects the product")
	answer = c.Raw(t, http.MethodPost, "/app/config/product?product=20003", asJSON(), []byte(`{}`))
	require.Contains(t, string(answer.Data), `"productId":"20003"`, "in development a query parameter selects the product")
}

func TestHealth(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Client(t)
	for _, path := range []string{"/healthz", "/readyz"} {
		answer := c.Raw(t, http.MethodGet, path, nil, nil)
		require.True(t, answer.Success, "%s: %s", path, answer.Body)
	}
	require.Equal(t, http.StatusNotFound, c.Raw(t, http.MethodGet, "/metrics", nil, nil).Status, "metrics are served only on their own port")
}

// sendRaw sends a raw request and returns the whole response.
func sendRaw(t *testing.T, stack *apptest.Stack, request string) string {
	t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(stack.Base(), "http://"))
	require.NoError(t, err)
	defer connection.Close()
	// The server may close the connection before it has read everything.
	_, _ = io.WriteString(connection, request)
	answer, _ := io.ReadAll(connection)
	return string(answer)
}
