package backoffice_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/backoffice"
	"github.com/loanmarket/loanmarket/api/internal/flow/productfile"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const (
	anna  = "ops:anna"
	phone = "0912345678"
)

// fixture is the flow with a market and one borrower whose number is known.
type fixture struct {
	*backoffice.Backoffice
	market *flowtest.Market
	lan    uuid.UUID
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	m := flowtest.NewMarket(t, postgrestest.New(t))
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
	require.NoError(t, err)
	vietnam := region.Get("vi")
	members := member.New(member.Deps{Pool: m.Pool, Clock: m.Clock, Region: vietnam, Hasher: hasher})
	lan := flowtest.Member(t, m.Pool)
	_, err = m.Pool.Exec(t.Context(), `UPDATE member SET phone = $2, phone_hash = $3 WHERE id = $1`, lan, phone, members.PhoneHash(phone))
	require.NoError(t, err)
	return fixture{Backoffice: backoffice.New(m.Pool, m.Clock, vietnam, members), market: m, lan: lan}
}

func (o fixture) logged(t *testing.T, action, subject string) (n int) {
	t.Helper()
	require.NoError(t, o.market.Pool.QueryRow(t.Context(),
		`SELECT count(*) FROM audit_log WHERE actor = $1 AND action = $2 AND subject = $3`, anna, action, subject).Scan(&n))
	return n
}

// An empty or shortened list would look as if the borrower had no order.
func TestOrdersAreFoundByPhoneHoweverItIsTyped(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	flowtest.PayOut(t, o.market.Pool, flowtest.Loan{MemberID: o.lan})
	flowtest.PayOut(t, o.market.Pool, flowtest.Loan{})
	find := func(phone string) (int, error) {
		found, err := o.Orders(t.Context(), backoffice.Search{Phone: phone}, paging.First(10), anna)
		return len(found.Rows), err
	}
	for _, typed := range []string{"0912345678", "+84 912 345 678", "0084912345678", "84912345678", "912345678", "0912-345-678", "345 678"} {
		n, err := find(typed)
		require.NoError(t, err, typed)
		require.Equal(t, 1, n, typed)
	}
	_, err := find("Lan")
	require.Equal(t, reason.PhoneInvalid, reason.Of(err))
	_, err = o.market.Pool.Exec(t.Context(), `
		INSERT INTO member (region, phone, phone_hash, lang, created_at)
		SELECT 'vi', '09000' || lpad(n::text, 3, '0') || '77', sha256(n::text::bytea), 'vi', now() FROM generate_series(1, 501) n`)
	require.NoError(t, err)
	_, err = find("77")
	require.ErrorIs(t, err, member.ErrManyFound)
	n, err := find("5678")
	require.NoError(t, err)
	require.Equal(t, 1, n)
}

func TestOrdersAreFoundByPhoneAndOverdue(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	today := region.Get("vi").Today(o.market.Clock.Now())
	lans := flowtest.PayOut(t, o.market.Pool, flowtest.Loan{MemberID: o.lan, DisbursedOn: today.AddDays(-10)})
	late := flowtest.PayOut(t, o.market.Pool, flowtest.Loan{DisbursedOn: today.AddDays(-200)})
	find := func(s backoffice.Search) []backoffice.Listed {
		t.Helper()
		found, err := o.Orders(t.Context(), s, paging.First(10), anna)
		require.NoError(t, err)
		require.Empty(t, found.Next)
		return found.Rows
	}
	require.Len(t, find(backoffice.Search{}), 2)
	require.Empty(t, find(backoffice.Search{Phone: "000"}))
	found := find(backoffice.Search{Phone: "5678"})
	require.Len(t, found, 1)
	require.Equal(t, lans.OrderNo, found[0].OrderNo)
	require.Equal(t, "091••••678", found[0].Phone)
	require.Greater(t, found[0].Owed, lans.Loan.Principal)
	overdue := find(backoffice.Search{Overdue: true})
	require.Len(t, overdue, 1)
	require.Equal(t, late.OrderNo, overdue[0].OrderNo)
	require.Equal(t, loan.RepayOverdue, overdue[0].Repay)
	require.Equal(t, 4, o.logged(t, "order.list", "order"))
}

func TestCasefileContainsTheJournal(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	paid := flowtest.PayOut(t, o.market.Pool, flowtest.Loan{MemberID: o.lan, DisbursedOn: money.MustDate("2026-11-01")})
	file, err := o.Order(t.Context(), paid.OrderNo, anna)
	require.NoError(t, err)
	require.Equal(t, paid.OrderID, file.ID)
	require.Equal(t, "7858", file.Card.Last4)
	require.Len(t, file.Disbursements, 1)
	require.Len(t, file.Journal, 1)
	var sum int64
	for _, e := range file.Journal[0].Entries {
		sum += e.Amount
	}
	require.Zero(t, sum)
	require.Positive(t, file.Owed.Total())
	require.Equal(t, 1, o.logged(t, "order.read", "order:"+paid.OrderID.String()))
	_, err = o.Order(t.Context(), "LM0", anna)
	require.ErrorIs(t, err, reason.New(reason.OrderNotFound))
}

// An operator sees the same entries about lateness as the borrower.
func TestCasefileTimelineShowsLateness(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	today := region.Get("vi").Today(o.market.Clock.Now())
	late := flowtest.PayOut(t, o.market.Pool, flowtest.Loan{DisbursedOn: today.AddDays(-200)})
	file, err := o.Order(t.Context(), late.OrderNo, anna)
	require.NoError(t, err)
	var events []loan.Event
	for _, line := range file.Timeline {
		events = append(events, line.Event)
	}
	require.Contains(t, events, loan.WentOverdue)
	require.True(t, slices.IsSortedFunc(file.Timeline, func(a, b loan.HistoryEntry) int { return a.At.Compare(b.At) }))
}

func TestSetCreditWritesHistoryAndAuditEntry(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	limit, score := int64(20_000_000), 720
	s, err := o.SetCredit(t.Context(), phone, &limit, &score, "agreed", anna)
	require.NoError(t, err)
	require.Equal(t, credit.Profile{MemberID: o.lan, Currency: money.VND, Limit: limit, Score: score}, s.Profile)
	require.Equal(t, credit.KindOperator, s.History[1].Kind)
	require.Equal(t, 1, o.logged(t, "credit.set", "member:"+o.lan.String()))

	beyond := int64(credit.MaxLimit + 1)
	for _, wrong := range []*int64{nil, &beyond} {
		_, err = o.SetCredit(t.Context(), phone, wrong, nil, "x", anna)
		require.ErrorIs(t, err, backoffice.ErrCredit)
	}
	_, err = o.Credit(t.Context(), "0987654321", anna)
	require.ErrorIs(t, err, backoffice.ErrNobody)
	s, err = o.Credit(t.Context(), phone, anna)
	require.NoError(t, err)
	require.Len(t, s.History, 2, "refused changes leave no history entry")
}

// Nothing can be set for a former borrower. A command that reported success would have changed nothing for anybody, and
// would have stored something about them again.
func TestNothingCanBeSetForAnErasedBorrower(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	_, err := o.market.Pool.Exec(t.Context(), `UPDATE member SET status = 'deleted', phone = NULL WHERE id = $1`, o.lan)
	require.NoError(t, err)
	_, err = o.Allow(t.Context(), phone, true, anna)
	require.ErrorIs(t, err, backoffice.ErrLeft)
	limit := int64(1_000_000)
	_, err = o.SetCredit(t.Context(), phone, &limit, nil, "x", anna)
	require.ErrorIs(t, err, backoffice.ErrLeft)
	require.ErrorIs(t, o.EndFreeze(t.Context(), phone, "quick", "x", anna), backoffice.ErrLeft)
	_, err = o.Credit(t.Context(), phone, anna)
	require.NoError(t, err, "the former borrower can still be looked up by number")
}

func TestAllowListAddsAndRemovesBorrowers(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	for _, step := range []struct{ listed, changed bool }{{true, true}, {true, false}, {false, true}} {
		changed, err := o.Allow(t.Context(), phone, step.listed, anna)
		require.NoError(t, err)
		require.Equal(t, step.changed, changed)
		listed, err := o.AllowList(t.Context(), anna, paging.First(99))
		require.NoError(t, err)
		require.Equal(t, step.listed, len(listed.Rows) == 1)
	}
	_, err := o.Allow(t.Context(), "0987654321", true, anna)
	require.ErrorIs(t, err, backoffice.ErrNobody)
}

func TestProductFileIsSavedAtomically(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	p, err := o.Product(t.Context(), "quick", anna)
	require.NoError(t, err)
	m := productfile.Of(p)
	m.Lenders[0].Name = "Renamed"
	m.Products = append(m.Products, m.Products[0])
	m.Products[1].AnnualRateBps = 9_000
	err = o.SaveProductFile(t.Context(), m, anna)
	require.ErrorIs(t, err, product.ErrInvalid)
	require.ErrorContains(t, err, "nominal rate of 9000 bps is above the cap of 2400 bps")
	after, err := o.Product(t.Context(), "quick", anna)
	require.NoError(t, err)
	require.Equal(t, p, after)
	require.Zero(t, o.logged(t, "product.save", "product:quick"))

	m.Products = m.Products[:1]
	require.NoError(t, o.SaveProductFile(t.Context(), m, anna))
	require.Equal(t, 1, o.logged(t, "product.save", "product:quick"))
	lenders, err := o.Lenders(t.Context(), anna)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(lenders[0].Name, "Renamed"))

	require.NoError(t, o.SuspendProduct(t.Context(), "quick", anna))
	require.ErrorIs(t, o.SuspendProduct(t.Context(), "none", anna), reason.New(reason.ProductNotFound))
	all, err := o.Products(t.Context(), anna)
	require.NoError(t, err)
	require.Equal(t, product.Suspended, all[0].Status)
}
