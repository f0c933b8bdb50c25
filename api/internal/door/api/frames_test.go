package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

const frameContentType = "Content-Type: multipart/form-data; boundary=b\r\n"

func formField(name, value string) string {
	return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n"
}

const framePartHeader = "--b\r\nContent-Disposition: form-data; name=\"frame\"; filename=\"0.jpg\"\r\n\r\n"

// Callers without a check of their own take up no memory with frames that never arrive.
func TestFramesWithoutCheckDoNotBlockOtherCalls(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	address := strings.TrimPrefix(stack.Base(), "http://")
	uploads := func() time.Duration {
		began := time.Now()
		for range 5 {
			answer := upload(t, c, kindOf("proof"), photo(t))
			require.True(t, answer.Success, "%s", answer.Body)
		}
		return time.Since(began)
	}
	alone := uploads()
	for i := range 30 {
		line, err := net.Dial("tcp", address)
		require.NoError(t, err)
		defer line.Close()
		length := "Content-Length: 1250000\r\n\r\n"
		body := formField("faceToken", "unknown") + framePartHeader
		if i%2 == 0 {
			length = "Transfer-Encoding: chunked\r\n\r\n"
			body = fmt.Sprintf("%x\r\n%s\r\n", len(body), body)
		}
		_, err = fmt.Fprintf(line, "POST /app/member/faceLogin/look HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 198.51.100.%d\r\n%s%s%s", i, frameContentType, length, body)
		require.NoError(t, err)
	}
	// A blocked upload waits for the end of the stalled ones, after eight seconds.
	require.Less(t, uploads(), 4*time.Second+2*alone)
}

// The token comes before the frames, so the owner of the frames is known before any of them is read.
func TestFrameRequestMustStartWithToken(t *testing.T) {
	t.Parallel()
	address := strings.TrimPrefix(apptest.Start(t).Base(), "http://")
	const end = "\r\n--b--\r\n"
	for what, c := range map[string]struct {
		form string
		want reason.Reason
	}{
		"token after the frame": {framePartHeader + "JPEG\r\n" + formField("faceToken", "unknown") + end, reason.InvalidParameter},
		"unknown token":         {formField("faceToken", "unknown") + framePartHeader + "JPEG" + end, reason.FaceTokenExpired},
		"oversized part header": {"--b\r\nX-Long: " + strings.Repeat("x", 20<<10) + end, reason.TooLarge},
	} {
		for _, call := range []string{"look", "step"} {
			line, err := net.Dial("tcp", address)
			require.NoError(t, err)
			defer line.Close()
			_, err = fmt.Fprintf(line, "POST /app/member/faceLogin/%s HTTP/1.1\r\nHost: h\r\n%sContent-Length: %d\r\n\r\n%s", call, frameContentType, len(c.form), c.form)
			require.NoError(t, err)
			response, err := http.ReadResponse(bufio.NewReader(line), nil)
			require.NoError(t, err, "%s: %s", call, what)
			defer response.Body.Close()
			var answer struct {
				Data struct{ Reason reason.Reason }
			}
			require.NoError(t, json.NewDecoder(response.Body).Decode(&answer))
			require.Equal(t, c.want, answer.Data.Reason, "%s: %s", call, what)
		}
	}
}

// Frames that take longer to arrive than the time limit of a call are judged as usual, because a slow connection is not
// the borrower's fault.
func TestFramesOnSlowConnectionAreAccepted(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p, opened, at := m.running(t)
	m.AdvanceWall(time.Second)
	form := formField("faceToken", opened.FaceToken) + formField("stepNonce", at.Step.StepNonce)
	for range 3 {
		form += framePartHeader + string(apptest.Frame(t)) + strings.Repeat("x", 40<<10) + "\r\n"
	}
	form += "--b--\r\n"
	line, err := net.Dial("tcp", strings.TrimPrefix(p.Stack.Base(), "http://"))
	require.NoError(t, err)
	defer line.Close()
	_, err = fmt.Fprintf(line, "POST /app/member/faceLogin/step HTTP/1.1\r\nHost: h\r\n%sContent-Length: %d\r\n\r\n", frameContentType, len(form))
	require.NoError(t, err)
	// This is longer than the time limit of a call, twelve seconds.
	const seconds = 13
	for i := range seconds {
		_, err = line.Write([]byte(form[i*len(form)/seconds : (i+1)*len(form)/seconds]))
		require.NoError(t, err)
		<-time.After(time.Second)
	}
	response, err := http.ReadResponse(bufio.NewReader(line), nil)
	require.NoError(t, err)
	defer response.Body.Close()
	var answer struct {
		Success bool
		Data    contract.FaceProgress
	}
	require.NoError(t, json.NewDecoder(response.Body).Decode(&answer))
	require.True(t, answer.Success, "%d", response.StatusCode)
	require.Equal(t, 2, answer.Data.Step.Number)
}
