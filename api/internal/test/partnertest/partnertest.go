// Package partnertest provides servers that fail like a partner's, or like a proxy in front of it.
package partnertest

import (
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Page is what a proxy answers in place of the partner behind it.
const Page = "\r\n<!DOCTYPE html><title>Maintenance</title>"

// Unsent returns the URLs at which no request arrives, by what is wrong.
func Unsent(t testing.TB) map[string]string {
	t.Helper()
	arrived := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a request arrived") })
	return map[string]string{
		// Port 1 is never assigned to a test server, while the port of a closed server may be in use again.
		"nobody listens":        "https://127.0.0.1:1",
		"untrusted certificate": serve(t, arrived, (*httptest.Server).StartTLS),
		"plain HTTP":            strings.Replace(serve(t, arrived, (*httptest.Server).Start), "http:", "https:", 1),
		"no common version": serve(t, arrived, func(s *httptest.Server) {
			s.TLS = &tls.Config{MaxVersion: tls.VersionTLS10}
			s.StartTLS()
		}),
		"cut in the handshake": "https://" + hangUp(t),
	}
}

// Uncertain returns the URLs at which a request arrives and no complete response comes back, by what happens.
func Uncertain(t testing.TB) map[string]string {
	t.Helper()
	answers := func(answer func(http.ResponseWriter)) string {
		return serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			answer(w)
		}), (*httptest.Server).Start)
	}
	refuses := func(status int, body string) string {
		return answers(func(w http.ResponseWriter) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		})
	}
	return map[string]string{
		"cut before the response": answers(func(http.ResponseWriter) { panic(http.ErrAbortHandler) }),
		"cut in the body": answers(func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, `{"state":"failed","decision":"rejected",`)
		}),
		"endless body": answers(func(w http.ResponseWriter) {
			for piece, err := strings.Repeat(" ", 1<<16), error(nil); err == nil; {
				_, err = io.WriteString(w, piece)
			}
		}),
		"a page": answers(func(w http.ResponseWriter) { _, _ = io.WriteString(w, Page) }),
		"a page and accepted": answers(func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusAccepted)
			_, _ = io.WriteString(w, Page)
		}),
		"a page and not found":         refuses(http.StatusNotFound, Page),
		"nothing and not found":        refuses(http.StatusNotFound, ""),
		"an object and not found":      refuses(http.StatusNotFound, `{"message":"no Route matched with those values"}`),
		"an object and gone":           refuses(http.StatusGone, `{"error":"Gone"}`),
		"a page and refused":           refuses(http.StatusBadRequest, Page),
		"a text and refused":           refuses(http.StatusBadRequest, "Bad Request\n"),
		"a number and refused":         refuses(http.StatusBadRequest, "400"),
		"nothing and refused":          refuses(http.StatusBadRequest, ""),
		"refused and a cut-off object": refuses(http.StatusBadRequest, `{"error":`),
	}
}

func serve(t testing.TB, handler http.Handler, start func(*httptest.Server)) string {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	start(server)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// hangUp returns the address of a server that ends each connection when the client has begun to speak.
func hangUp(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = connection.Read(make([]byte, 1))
			_ = connection.Close()
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		<-ended
	})
	return listener.Addr().String()
}
