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
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// dripFor sends an opening and then one byte per second on a connection, and returns how long the server waited for
// more.
func dripFor(address, opening string) (time.Duration, error) {
	line, err := net.Dial("tcp", address)
	if err != nil {
		return 0, err
	}
	defer line.Close()
	if _, err := io.WriteString(line, opening); err != nil {
		return 0, err
	}
	began := time.Now()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		// Read the response, if any, until the connection closes.
		_, _ = io.Copy(io.Discard, line)
	}()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return time.Since(began), nil
		case <-tick.C:
			_, _ = line.Write([]byte("a"))
		}
	}
}

// A client that sends one byte at a time keeps a connection for seconds and not for a minute: in the headers, in the
// body of a call, and in an upload with or without a session, with Content-Length or in chunks.
func TestSlowConnectionsAreClosed(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	token := stack.Login(t).Token
	address := strings.TrimPrefix(stack.Base(), "http://")
	const form = "Content-Type: multipart/form-data; boundary=b\r\n"
	var all errgroup.Group
	for what, opening := range map[string]string{
		"no bytes":                 "",
		"request line":             "POST /app/mem",
		"headers":                  "POST /app/member/query HTTP/1.1\r\nHost: h\r\nX-Slow: ",
		"JSON":                     "POST /app/loan/list HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{",
		"JSON without its body":    "POST /app/loan/list HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n",
		"refused call":             "POST /app/nothing HTTP/1.1\r\nHost: h\r\nContent-Length: 60000\r\n\r\n",
		"upload":                   "POST /app/file/upload HTTP/1.1\r\nHost: h\r\ntoken: " + token + "\r\n" + form + "Content-Length: 10000000\r\n\r\n--b\r\n",
		"upload in chunks":         "POST /app/file/upload HTTP/1.1\r\nHost: h\r\ntoken: " + token + "\r\n" + form + "Transfer-Encoding: chunked\r\n\r\n989680\r\n--b\r\n",
		"upload without a session": "POST /app/file/upload HTTP/1.1\r\nHost: h\r\ntoken: x\r\n" + form + "Content-Length: 10000000\r\n\r\n--b\r\n",
		"face frame":               "POST /app/member/faceLogin/look HTTP/1.1\r\nHost: h\r\n" + form + "Content-Length: 1000000\r\n\r\n--b\r\n",
	} {
		all.Go(func() error {
			took, err := dripFor(address, opening)
			if err == nil && took > 13*time.Second {
				err = fmt.Errorf("%s: the server kept the connection for %s", what, took)
			}
			t.Logf("%s: %s", what, took)
			return err
		})
	}
	require.NoError(t, all.Wait())
}

// Browsers open connections in advance. A connection without a request is closed without a response, because the
// browser would take that response for the answer to its next request.
func TestIdleConnectionIsClosedWithoutResponse(t *testing.T) {
	t.Parallel()
	address := strings.TrimPrefix(apptest.Start(t).Base(), "http://")
	for opening, answered := range map[string]bool{"": false, "GET /assets/": true} {
		t.Run(opening, func(t *testing.T) {
			t.Parallel()
			line, err := net.Dial("tcp", address)
			require.NoError(t, err)
			defer line.Close()
			_, err = io.WriteString(line, opening)
			require.NoError(t, err)
			response, err := io.ReadAll(line)
			require.NoError(t, err)
			require.Equal(t, answered, strings.HasPrefix(string(response), "HTTP/1.1 4"), string(response))
			require.Equal(t, answered, len(response) > 0)
		})
	}
}

// An upload that stalls for a few seconds, as when a phone changes cells, still succeeds.
func TestUploadThatStallsOnceSucceeds(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	token := stack.Login(t).Token
	line, err := net.Dial("tcp", strings.TrimPrefix(stack.Base(), "http://"))
	require.NoError(t, err)
	defer line.Close()
	form := "--b\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\nproof\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n" + string(photo(t).content) + "\r\n--b--\r\n"
	_, err = fmt.Fprintf(line, "POST /app/file/upload HTTP/1.1\r\nHost: h\r\ntoken: %s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n%s", token, len(form), form[:500])
	require.NoError(t, err)
	<-time.After(5 * time.Second)
	_, err = io.WriteString(line, form[500:])
	require.NoError(t, err)
	response, err := http.ReadResponse(bufio.NewReader(line), nil)
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, http.StatusOK, response.StatusCode)
}
