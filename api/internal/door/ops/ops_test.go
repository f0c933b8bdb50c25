package ops_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// desk is an operator's terminal for a market.
type desk struct {
	*ops.Access
	life *flowtest.Flows
}

// pendingLender is a lender that never decides.
type pendingLender struct{}

func (pendingLender) Decide(context.Context, lender.Application) (lender.Decision, error) {
	return lender.Decision{Outcome: lender.Pending}, nil
}

// hashKey is fixed so that a test can register a number.
const hashKey = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

func newDesk(t *testing.T, options ...apptest.Option) *desk {
	t.Helper()
	access := apptest.OpsAccess(t, append([]apptest.Option{apptest.Set("HASH_KEY", hashKey)}, options...)...)
	market := flowtest.NewMarket(t, access.Pool)
	market.Clock.Set(access.Clock.Now())
	return &desk{Access: access, life: flowtest.NewFlows(t, market, pendingLender{})}
}

// try runs a command as anna.
func (d *desk) try(t *testing.T, line ...string) (string, error) {
	t.Helper()
	return d.typed(t, append([]string{"--by=anna"}, line...)...)
}

func (d *desk) typed(t *testing.T, line ...string) (string, error) {
	t.Helper()
	var cli ops.Commands
	var out bytes.Buffer
	parser, err := kong.New(&cli, kong.Writers(&out, &out), kong.Exit(func(int) {}))
	require.NoError(t, err)
	parsed, err := parser.Parse(line)
	if err != nil {
		return "", err
	}
	parsed.BindTo(t.Context(), (*context.Context)(nil))
	parsed.Bind(ops.Opener(func(context.Context) (*ops.Access, error) { return d.Access, nil }))
	err = parsed.Run()
	return out.String(), err
}

// run runs a command that must succeed.
func (d *desk) run(t *testing.T, line ...string) string {
	t.Helper()
	out, err := d.try(t, line...)
	require.NoError(t, err, "%v", line)
	return out
}

// refused runs a command that must fail and returns the sentence shown to the operator.
func (d *desk) refused(t *testing.T, line ...string) string {
	t.Helper()
	_, err := d.try(t, line...)
	require.Error(t, err, "%v", line)
	sentence := ops.Sentence(err)
	require.NotContains(t, sentence, "\n")
	return sentence
}

// data runs a command with --json and decodes its output.
func data[T any](t *testing.T, d *desk, line ...string) T {
	t.Helper()
	var answer T
	out := d.run(t, append([]string{"--json"}, line...)...)
	require.NoError(t, json.Unmarshal([]byte(out), &answer), out)
	return answer
}

// listed returns the rows of a list under the given name, with --json.
func listed[T any](t *testing.T, d *desk, name string, line ...string) (rows []T) {
	t.Helper()
	page := data[map[string]json.RawMessage](t, d, line...)
	require.Contains(t, page, "next")
	require.NoError(t, json.Unmarshal(page[name], &rows), "%v", page)
	return rows
}

// between matches the spaces between columns.
var between = regexp.MustCompile(` {2,}`)

// row returns the columns of the table row that contains a text.
func row(t *testing.T, out, text string) []string {
	t.Helper()
	for line := range strings.SplitSeq(out, "\n") {
		if strings.Contains(line, text) {
			return between.Split(strings.TrimSpace(line), -1)
		}
	}
	require.FailNow(t, "no row contains the text", "%q in\n%s", text, out)
	return nil
}

func head(t *testing.T, out string) []string {
	t.Helper()
	first, _, _ := strings.Cut(out, "\n")
	return row(t, first, first)
}

// waiting returns an order about which its lender has been asked.
func (d *desk) waiting(t *testing.T) loan.Order {
	t.Helper()
	who, card := d.life.Borrower(t, 4)
	return d.life.Reviewed(t, who, card, 10_000_000)
}

// paid returns a loan disbursed some days ago.
func (d *desk) paid(t *testing.T, days int) flowtest.Paid {
	t.Helper()
	on := d.Region.Today(d.Clock.Now()).AddDays(-days)
	return flowtest.PayOut(t, d.Pool, flowtest.Loan{DisbursedOn: on})
}

// receive has the bank report a transfer.
func (d *desk) receive(t *testing.T, memo, account string, amount int64) string {
	t.Helper()
	now := d.Clock.Now()
	reference, err := payment.NewSandbox(d.Pool).Pay(t.Context(), payment.Incoming{
		Account: "1017595600", Amount: money.Of(amount, money.VND), Memo: memo, PayerName: "NGUYEN THI LAN", PayerAccount: account, PaidAt: now,
	})
	require.NoError(t, err)
	require.NoError(t, d.Pay.Receive(t.Context(), d.PaymentGateway, payment.Report{
		ID: uuid.NewString(), Type: payment.ReportPayment, Reference: reference, Amount: amount, Currency: "VND", Memo: memo,
		Account: "1017595600", PayerAccount: account, PaidAt: now,
	}))
	var serial string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT serial_number FROM payment WHERE gateway_reference = $1`, reference).Scan(&serial))
	return serial
}

// register makes a member with a number.
func (d *desk) register(t *testing.T, national string) uuid.UUID {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(hashKey)
	require.NoError(t, err)
	hasher, err := secret.NewHasher(key)
	require.NoError(t, err)
	id := flowtest.Member(t, d.Pool)
	_, err = d.Pool.Exec(t.Context(), `UPDATE member SET phone = $2, phone_hash = $3 WHERE id = $1`, id, national, hasher.Hash("phone", "vi", national))
	require.NoError(t, err)
	return id
}

// refund works the pending refunds as the queue would.
func (d *desk) refund(t *testing.T) {
	t.Helper()
	rows, err := d.Pool.Query(t.Context(), `SELECT id FROM refund WHERE state IN ('created', 'unknown')`)
	require.NoError(t, err)
	var ids []uuid.UUID
	for rows.Next() {
		var id uuid.UUID
		require.NoError(t, rows.Scan(&id))
		ids = append(ids, id)
	}
	require.NoError(t, rows.Err())
	for _, id := range ids {
		_, err := d.Pay.Refund(t.Context(), id)
		require.NoError(t, err)
	}
}

// logged counts the audit entries of anna for an action.
func (d *desk) logged(t *testing.T, action string) (n int) {
	t.Helper()
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_log WHERE actor = 'ops:anna' AND action = $1`, action).Scan(&n))
	return n
}

func TestEveryCommandHasAHelpText(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&ops.Commands{})
	require.NoError(t, err)
	leaves := 0
	require.NoError(t, kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		switch n := node.(type) {
		case *kong.Node:
			if n.Type == kong.CommandNode {
				require.NotEmpty(t, n.Help, n.Path())
				if n.Leaf() {
					leaves++
				}
			}
		case *kong.Flag:
			require.NotEmpty(t, n.Help, n.Name)
		case *kong.Value:
			require.NotEmpty(t, n.Help, n.Name)
		}
		return next(nil)
	}))
	require.Greater(t, leaves, 25)
}

func TestCommandNeedsAnOperatorName(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	_, err := d.typed(t, "--by= ", "clock", "show")
	require.ErrorContains(t, err, "--by")
	require.True(t, strings.HasPrefix(ops.Sentence(err), "say who you are"), ops.Sentence(err))
}

// A command run by cron has LOGNAME but not USER.
func TestCommandRunByCronUsesLogname(t *testing.T) {
	d := newDesk(t)
	t.Setenv("USER", "")
	require.NoError(t, os.Unsetenv("USER"))
	t.Setenv("LOGNAME", "nightwatch")
	_, err := d.typed(t, "reconcile")
	require.NoError(t, err)
	var actor string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT actor FROM audit_log WHERE action = 'reconcile'`).Scan(&actor))
	require.Equal(t, "ops:nightwatch", actor)
}

func TestEveryReadingCommandIsLogged(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	order := d.waiting(t)
	d.register(t, "0912345678")
	for action, line := range map[string][]string{
		"order.list": {"orders", "list"}, "order.read": {"orders", "show", order.OrderNo}, "bank_card.list": {"cards", "list"},
		"suspense.list": {"suspense", "list"}, "payment.list": {"payments", "list"}, "refund.list": {"refunds", "list"},
		"reconcile": {"reconcile"}, "product.list": {"product", "list"}, "product.read": {"product", "show", "quick"},
		"lender.list": {"lender", "list"}, "credit.read": {"credit", "show", "0912345678"}, "allow_list.read": {"member", "allow-list", "list"},
		"job.list": {"jobs", "list"}, "keys.rewrap": {"keys", "rewrap"}, "housekeeping": {"housekeeping"}, "face.list": {"faces", "list"},
	} {
		// The documents of the test market are not sealed, so keys rewrap fails, but only after it is logged.
		_, _ = d.try(t, line...)
		require.Equal(t, 1, d.logged(t, action), "%v", line)
	}
}

// Text pasted from a mail or a page comes with blanks and invisible characters. A reference with such a suffix would be
// booked as money that the bank does not know.
func TestPastedArgumentsAreTrimmed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	waiting, paid := d.waiting(t), d.paid(t, 12)
	require.Contains(t, d.run(t, "orders", "show", "\u00a0"+paid.OrderNo+" \r\n"), paid.OrderNo)
	require.Contains(t, d.run(t, "decide", " "+waiting.OrderNo+"\t", "approve"), waiting.OrderNo+" is to_confirm now")
	d.run(t, "payouts", "returned", "\ufeff"+paid.OrderNo, "--account= 7858 ", fmt.Sprintf("--amount=%d", paid.Loan.ActualReceived), "--reference=\u200bFT 99\u200e ", d.on(), "--note= x ")
	var reference string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT reference FROM disbursement_return`).Scan(&reference))
	require.Equal(t, "FT 99", reference)
	require.Contains(t, d.refused(t, "payouts", "returned", paid.OrderNo, "--account=7858", "--amount=1", "--reference=\u200b ", d.on(), "--note=x"), "--reference is empty")
	for _, flag := range []string{"--reference=", "--instead-of="} {
		line := []string{"payouts", "returned", paid.OrderNo, "--account=7858", "--amount=1", "--reference=FT1", d.on(), "--note=x", flag + strings.Repeat("ả", 101)}
		require.Contains(t, d.refused(t, line...), "is longer than 100 characters")
	}
}

// A sentence written for a borrower in the app does not tell an operator at a terminal what to do.
func TestRefusalNamesTheCommandThatListsValidValues(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for sentence, line := range map[string][]string{
		"ops orders list":                     {"orders", "show", "LM0"},
		"ops payments list":                   {"suspense", "return", "RP0"},
		"ops product list":                    {"product", "show", "P0"},
		"ops support list, ops hardship list": {"support", "show", "YC0"},
		"the list command of the same group":  {"refunds", "give-up", "RF0"},
		"--cursor is invalid":                 {"orders", "list", "--cursor=x"},
		"not a mobile number of this region":  {"credit", "show", "+66812345678"},
	} {
		require.Contains(t, d.refused(t, line...), sentence, "%v", line)
	}
}

// A sentence about an upload that continues on a phone does not tell an operator that the store is away.
func TestRefusalOfTheObjectStoreNamesItsSection(t *testing.T) {
	t.Parallel()
	away := newDesk(t, apptest.Set("S3_ENDPOINT", "http://127.0.0.1:1"))
	require.Contains(t, away.refused(t, "app", "list"), "files.away")
	require.Contains(t, ops.Sentence(reason.New(reason.FileNotFound)), "files.lost")
}
