package main_test

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// TestLargeDataExportIsNotBufferedInMemory has a borrower with fifty thousand messages and two thousand payments request
// their data, 18 MB, with and without compression. The process never holds all of it in memory.
func TestLargeDataExportIsNotBufferedInMemory(t *testing.T) {
	t.Parallel()
	binary := apptest.Compile(t)
	stack := apptest.Start(t, apptest.Processes(0))
	s := sandboxFixture(t, stack)
	program := stack.Spawn(t, binary)
	l := s.newLoan(t.Context(), t, rand.New(rand.NewPCG(1, 1)))
	for _, step := range []func() error{l.enter, l.verify, l.apply, l.offered, l.confirm, l.payOut} {
		require.NoError(t, step())
	}
	for _, sql := range []string{
		`INSERT INTO support_ticket (ticket_no, member_id, kind, due_on, created_at) SELECT 'YC9' || n, $1, 'message', '2026-01-01', '2026-01-01Z' FROM generate_series(1, 100) n`,
		`INSERT INTO support_message (ticket_id, author, body, created_at)
			SELECT id, 'borrower', repeat('Xin chào, tôi muốn hỏi ' || n || ' ', 8), created_at FROM support_ticket, generate_series(1, 500) n WHERE member_id = $1`,
		`INSERT INTO payment (gateway, gateway_reference, serial_number, order_id, member_id, seq, amount, currency, memo, payment_type, paid_to, state, outcome, paid_at, value_date, received_at)
			SELECT 'x', 'R' || n, 'RPX' || n, o.id, $1, 1000 + n, 1, 'VND', 'memo ' || n, 'bank', '1', 'posted', 'part', '2026-01-01Z', '2026-01-01', '2026-01-01Z'
			FROM loan_order o, generate_series(1, 2000) n WHERE o.member_id = $1`,
	} {
		require.NoError(t, l.plant(sql, l.MemberID), sql)
	}
	code, err := l.code(204)
	require.NoError(t, err)
	require.True(t, l.once("memberCheckSmsCode", body{"smsCode": code, "type": 204}, nil))
	before := program.Peak(t)
	for _, coding := range []string{"gzip", "identity"} {
		var response *http.Response
		var raw []byte
		// A busy machine may not write so much within a request's time; like the app, the test asks again.
		require.Eventually(t, func() bool {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, program.Base()+"/app/member/data", strings.NewReader("{}"))
			require.NoError(t, err)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("token", l.Token)
			if coding == "identity" {
				request.Header.Set("Accept-Encoding", coding)
			}
			response, err = http.DefaultClient.Do(request)
			require.NoError(t, err)
			raw, err = io.ReadAll(response.Body)
			require.NoError(t, err)
			require.NoError(t, response.Body.Close())
			return response.StatusCode != http.StatusServiceUnavailable
		}, 2*time.Minute, time.Second)
		require.Equal(t, http.StatusOK, response.StatusCode, "%.500s", raw)
		require.Equal(t, coding == "gzip", response.Uncompressed)
		require.Greater(t, len(raw), 15<<20)
		var answer struct {
			Success bool
			Data    contract.MemberCopyData
		}
		require.NoError(t, json.Unmarshal(raw, &answer))
		require.True(t, answer.Success)
		require.Equal(t, l.MemberID, answer.Data.MemberID)
		records := map[string]int{}
		for _, section := range answer.Data.Sections {
			records[section.Name] = len(section.Records)
		}
		require.Equal(t, []int{50_000, 2_000}, []int{records["ticketMessages"], records["payments"]})
	}
	require.Less(t, (program.Peak(t)-before)>>20, int64(28), "peak memory growth in MiB")
}
