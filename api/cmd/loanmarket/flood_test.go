package main

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// A client that announces a large body and sends nothing gets no memory, with or without a session.
func TestAnnouncedBodyLengthAllocatesNoMemory(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(0))
	p := stack.Spawn(t, apptest.Compile(t))
	c := stack.Client(t)
	token := stack.Login(t).Token
	ask := func() {
		for range 50 {
			require.Equal(t, http.StatusOK, c.Raw(t, http.MethodGet, "/healthz", nil, nil).Status)
		}
	}
	ask()
	before := p.Peak(t)
	for i := range 80 {
		connection, err := net.Dial("tcp", strings.TrimPrefix(stack.Base(), "http://"))
		require.NoError(t, err)
		t.Cleanup(func() { _ = connection.Close() })
		shown := []string{"anything", token}[i%2]
		_, err = fmt.Fprintf(connection, "POST /app/file/upload HTTP/1.1\r\nHost: h\r\ntoken: %s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n-", shown, []int{10 << 20, 32 << 20}[i/2%2])
		require.NoError(t, err)
	}
	ask()
	grown := p.Peak(t) - before
	t.Logf("peak memory grew by %d MiB", grown>>20)
	require.Less(t, grown, int64(48<<20))
}
