package intent_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/leaktest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// vietnam is the region of these tests.
var vietnam = region.Get("vi")

// fixture is a database with the flow and a clock that the test moves. What received payments do to intents and extensions is
// tested in package pay.
type fixture struct {
	pool  *pgxpool.Pool
	clock *clock.Manual
	flow  *intent.Flow
	n     int
}

// open starts at 10:00 on a business date.
func open(t *testing.T, on string) *fixture {
	t.Helper()
	w := &fixture{pool: postgrestest.Open(t, postgrestest.Create(t).AppURL)}
	w.clock = clock.NewManual(money.MustDate(on).In(vietnam.TimeZone).Add(10 * time.Hour))
	w.flow = w.in(vietnam)
	return w
}

// in returns another flow on the same database with the given region.
func (w *fixture) in(r *region.Region) *intent.Flow {
	return intent.New(w.pool, w.clock, intent.Config{
		Region: r, TokenKey: []byte("a key of the test's own, 32 byte"), Collection: payment.Collection{BankBIN: "970436", Number: "1017595600"},
	})
}

func (w *fixture) days(n int) { w.clock.Advance(time.Duration(n) * 24 * time.Hour) }

func (w *fixture) today() money.Date { return vietnam.Today(w.clock.Now()) }

func (w *fixture) key(member uuid.UUID) idempotency.Key {
	w.n++
	return idempotency.Key{Scope: member.String(), Route: "repay/bank", Key: fmt.Sprintf("test-key-%d", w.n), BodyHash: []byte{1}}
}

// choices returns the options to move the due date today.
func (w *fixture) choices(t *testing.T, paid flowtest.Paid) []servicing.ExtensionOption {
	t.Helper()
	q, err := w.flow.ExtendQuote(t.Context(), paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	return q.Choices
}

func ask(paid flowtest.Paid, c servicing.ExtensionOption, now bool) intent.ExtendRequest {
	return intent.ExtendRequest{
		Member: paid.MemberID, Session: paid.Session, Order: paid.OrderID, Times: c.Times, Fee: c.Fee, NewDueDate: c.NewDueDate, Digest: c.Digest(),
		Paid: now, Method: repay.ByBank, Accepted: true,
	}
}
