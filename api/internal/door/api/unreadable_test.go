package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/logtest"
)

// Libraries quote what they cannot parse in their errors: headers that are too long, a malformed line, a part of a
// form.
func TestLogContainsNothingOfMalformedRequests(t *testing.T) {
	t.Parallel()
	var log logtest.Buffer
	stack := apptest.Start(t, apptest.Log(&log))
	token := stack.Login(t).Token
	const secrets = "Nguyen Van An 12 Hang Bai 0912-345-678 smsCode 1234"
	const name = "0198c0de-0000-7000-8000-000000000001"
	part := "--x\r\nContent-Disposition form-data name=" + secrets + "\r\n\r\nidentity\r\n--x--\r\n"
	form := fmt.Sprintf("Content-Type: multipart/form-data; boundary=x\r\nContent-Length: %d\r\n\r\n%s", len(part), part)
	for what, request := range map[string]string{
		"long headers":            "GET /app/getValidateCode?mobile=0912-345-678 HTTP/1.1\r\nHost: h\r\nX-A: " + strings.Repeat("a", 16_270) + "\r\ntoken: " + token + "\r\n\r\n",
		"a long cookie":           "GET /m HTTP/1.1\r\nHost: h\r\nX-Device-Id: " + name + "\r\nCookie: c=" + strings.Repeat("c ", 9_000) + "\r\n\r\n",
		"a body as request line":  `{"idName":"` + secrets + `"} HTTP/1.1` + "\r\nHost: h\r\n\r\n",
		"a body alone":            `{"idName":"` + secrets + `"}` + "\r\n\r\n",
		"a wrong header":          "POST /app/member/query HTTP/1.1\r\nHost: h\r\n" + secrets + ": x\r\nContent-Length: 2\r\n\r\n{}",
		"an unknown path":         "GET /app/Nguyen%20Van%20An HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
		"a chunk trailer":         "POST /app/config/product HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nHost: " + secrets + "\r\n\r\n",
		"a malformed frame form":  "POST /app/member/faceLogin/look HTTP/1.1\r\nHost: h\r\nConnection: close\r\n" + form,
		"a malformed upload form": "POST /app/file/upload HTTP/1.1\r\nHost: h\r\nConnection: close\r\ntoken: " + token + "\r\n" + form,
	} {
		before := strings.Count(log.String(), "\n")
		line, err := net.Dial("tcp", strings.TrimPrefix(stack.Base(), "http://"))
		require.NoError(t, err)
		require.NoError(t, line.SetDeadline(time.Now().Add(10*time.Second)))
		_, err = io.WriteString(line, request)
		require.NoError(t, err)
		answer, err := http.ReadResponse(bufio.NewReader(line), nil)
		require.NoError(t, err, what)
		require.NoError(t, answer.Body.Close())
		require.NoError(t, line.Close())
		require.Equal(t, 4, answer.StatusCode/100, what)
		require.Eventually(t, func() bool { return strings.Count(log.String(), "\n") > before }, 5*time.Second, 10*time.Millisecond, what)
	}
	require.Contains(t, log.String(), `: server: the headers are too long`)
	for _, secret := range []string{"Nguyen", "Hang Bai", "0912-345", "smsCode", name, token[:8], token[len(token)-8:], "aaaa", "c c c"} {
		require.NotContains(t, log.String(), secret)
	}
}
