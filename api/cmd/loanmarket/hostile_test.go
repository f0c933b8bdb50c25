package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/picturetest"
)

// hostile is an attacker with some accounts, some addresses and much time.
type hostile struct {
	*apptest.Stack
	address  string
	accounts []*apptest.Client
	bombs    []upload
	event    http.Header
	report   []byte
}

type upload struct {
	mediaType string
	body      []byte
}

func newHostile(t *testing.T, stack *apptest.Stack, p *apptest.Program) *hostile {
	t.Helper()
	h := &hostile{Stack: stack, address: strings.TrimPrefix(stack.Base(), "http://")}
	for range 4 {
		h.accounts = append(h.accounts, stack.Login(t))
	}
	for _, picture := range [][]byte{
		picturetest.Scans(5000, 400), picturetest.Scans(6300, 13), picturetest.Scans(512, 10), picturetest.Scans(4900, 8),
		picturetest.PNG(50_000, 50_000), picturetest.DeepPNG(5000, 6600),
	} {
		h.bombs = append(h.bombs, form(t, picture))
	}
	var err error
	h.report, err = json.Marshal(map[string]any{
		"eventId": "e-1", "type": "payment", "reference": "R-1", "amount": 5000, "currency": "VND", "memo": "nobody's",
		"account": "1017595600", "paidAt": stack.Now().UTC().Format(time.RFC3339),
	})
	require.NoError(t, err)
	timestamp, signature := secret.Sign(p.CallbackKey(t), time.Now(), h.report)
	h.event = http.Header{"Content-Type": {"application/json"}, secret.HeaderTimestamp: {timestamp}, secret.HeaderSignature: {signature}}
	return h
}

// form returns the upload of a picture.
func form(t *testing.T, picture []byte) upload {
	t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	require.NoError(t, writer.WriteField("kind", "proof"))
	file, err := writer.CreateFormFile("file", "a.jpg")
	require.NoError(t, err)
	_, err = file.Write(picture)
	require.NoError(t, err)
	require.NoError(t, writer.Close())
	return upload{writer.FormDataContentType(), body.Bytes()}
}

// waves returns the concurrent attacks. Each returns how often it ran, or on how many connections.
func (h *hostile) waves() map[string]func(context.Context) int64 {
	const form = "Content-Type: multipart/form-data; boundary=b\r\n"
	announced := func(token string) string {
		return "POST /app/file/upload HTTP/1.1\r\nHost: h\r\ntoken: " + token + "\r\n" + form + "Content-Length: 33554432\r\n\r\n-"
	}
	return map[string]func(context.Context) int64{
		"scan bombs":        h.repeat(4, h.bomb),
		"announced lengths": h.lines(60, announced(h.accounts[0].Token), ""),
		"without a session": h.lines(60, announced("anything"), ""),
		"slow headers":      h.lines(150, "POST /app/member/query HTTP/1.1\r\nHost: h\r\nX-Slow: ", "a"),
		"slow bodies":       h.lines(150, "POST /app/loan/list HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{", " "),
		"idle connections":  h.lines(1500, "", ""),
		"replayed report":   h.repeat(2, h.replayReport),
		"replayed call":     h.repeat(2, h.replayCall),
		"deep JSON":         h.repeat(1, h.deep),
		"image codes":       h.repeat(1, h.imageCode),
	}
}

// repeat runs do again and again from the given number of concurrent clients, with a short pause between runs. It
// simulates many clients and not a loop that takes the processor from the attacked process.
func (h *hostile) repeat(atOnce int, do func(context.Context, *rand.Rand)) func(context.Context) int64 {
	return func(ctx context.Context) int64 {
		var done atomic.Int64
		var all sync.WaitGroup
		for i := range atOnce {
			all.Go(func() {
				random := rand.New(rand.NewPCG(uint64(i), 1))
				for ctx.Err() == nil {
					do(ctx, random)
					done.Add(1)
					pause(ctx, 25*time.Millisecond)
				}
			})
		}
		all.Wait()
		return done.Load()
	}
}

// lines keeps the given number of connections open that each begin with the opening and send a drop every second. A
// closed connection is opened again.
func (h *hostile) lines(count int, opening, drop string) func(context.Context) int64 {
	return func(ctx context.Context) int64 {
		var opened atomic.Int64
		var all sync.WaitGroup
		for i := range count {
			all.Go(func() {
				pause(ctx, time.Duration(i)*time.Millisecond)
				for ctx.Err() == nil {
					opened.Add(1)
					h.line(ctx, opening, drop)
					pause(ctx, 100*time.Millisecond)
				}
			})
		}
		all.Wait()
		return opened.Load()
	}
}

// line holds one connection until the server closes it.
func (h *hostile) line(ctx context.Context, opening, drop string) {
	connection, err := net.Dial("tcp", h.address)
	if err != nil {
		return
	}
	defer connection.Close()
	defer context.AfterFunc(ctx, func() { _ = connection.Close() })()
	if _, err := io.WriteString(connection, opening); err != nil {
		return
	}
	if drop != "" {
		go func() {
			for ctx.Err() == nil {
				pause(ctx, time.Second)
				if _, err := io.WriteString(connection, drop); err != nil {
					return
				}
			}
		}()
	}
	_, _ = io.Copy(io.Discard, connection)
}

func (h *hostile) bomb(ctx context.Context, random *rand.Rand) {
	c, picture := h.accounts[random.IntN(len(h.accounts))], h.bombs[random.IntN(len(h.bombs))]
	_, _ = c.TryRaw(ctx, http.MethodPost, "/app/file/upload", http.Header{"Content-Type": {picture.mediaType}}, picture.body)
}

func (h *hostile) replayReport(ctx context.Context, _ *rand.Rand) {
	_, _ = h.accounts[0].TryRaw(ctx, http.MethodPost, "/hooks/payment/sandbox", h.event, h.report)
}

func (h *hostile) replayCall(ctx context.Context, _ *rand.Rand) {
	_, _ = h.accounts[1].Try(ctx, "one-intention", "supportMessage", map[string]any{"text": "again"})
}

var nested = strings.Repeat(`{"a":`, 12_000)

func (h *hostile) deep(ctx context.Context, _ *rand.Rand) {
	_, _ = h.accounts[2].TryRaw(ctx, http.MethodPost, "/app/auth/saveDraft", http.Header{"Content-Type": {"application/json"}}, []byte(nested))
}

func (h *hostile) imageCode(ctx context.Context, random *rand.Rand) {
	path := fmt.Sprintf("/app/getValidateCode?mobile=09%08d&device=%s", random.IntN(100_000_000), uuid.NewString()[:16])
	_, _ = h.accounts[3].TryRaw(ctx, http.MethodGet, path, nil, nil)
}
