package ops_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// borrower returns the borrower of a loan with a new idempotency key.
func (d *desk) borrower(of flowtest.Paid) borrower.Borrower {
	return flowtest.WithNewKey(borrower.Borrower{ID: of.MemberID, SessionID: of.Session, Region: d.Region}, "support")
}

func TestTicketsAreListedShownAnsweredAndClosed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.Equal(t, "none\n", d.run(t, "support", "list"))
	paid := d.paid(t, 10)
	ticket, err := d.Support.Send(t.Context(), d.borrower(paid), customersupport.TicketForm{Kind: support.KindComplaint, Text: "Sai số tiền", OrderID: &paid.OrderID})
	require.NoError(t, err)
	out := d.run(t, "support", "list")
	require.Equal(t, []string{"TICKET NO", "KIND", "CREATED AT", "DUE ON", "LATE", "ORDER NO", "MESSAGES"}, head(t, out))
	require.Equal(t, paid.OrderNo, row(t, out, ticket.Number)[5])
	require.Contains(t, d.run(t, "support", "show", ticket.Number, "--images="+t.TempDir()), "Sai số tiền")
	require.Contains(t, d.refused(t, "support", "answer", ticket.Number), "--text")
	require.NotEmpty(t, d.refused(t, "support", "answer", ticket.Number, "--text= "))
	require.Equal(t, ticket.Number+" is answered\n", d.run(t, "support", "answer", ticket.Number, "--text=Đã sửa"))
	require.Contains(t, d.refused(t, "support", "answer", ticket.Number, "--text=Đã sửa"), "the same text")
	require.Contains(t, d.refused(t, "support", "answer", ticket.Number, "--text=Lần nữa"), "--again", "another operator has answered in the meantime")
	require.Equal(t, ticket.Number+" is answered\n", d.run(t, "support", "answer", ticket.Number, "--text=Lần nữa", "--again"))
	require.Equal(t, "none\n", d.run(t, "support", "list"))
	require.NoError(t, d.Clock.Advance(t.Context(), 48*time.Hour))
	_, err = d.Support.Reply(t.Context(), d.borrower(paid), ticket.ID, customersupport.TicketForm{Text: "Chưa đúng"})
	require.NoError(t, err)
	require.Contains(t, row(t, d.run(t, "waiting"), "ticket")[2], d.Region.Today(d.Clock.Now()).String(), "the ticket has waited since the new message")
	require.Equal(t, "4", row(t, d.run(t, "support", "list"), ticket.Number)[6])
	said := d.run(t, "support", "show", ticket.Number)
	for _, part := range []string{"Sai số tiền", "Đã sửa", "Lần nữa", "Chưa đúng", "support", "borrower"} {
		require.Contains(t, said, part)
	}
	require.Equal(t, ticket.Number+" is closed\n", d.run(t, "support", "close", ticket.Number))
	require.Contains(t, d.refused(t, "support", "answer", ticket.Number, "--text=Vẫn còn mở"), "--again")
	require.Equal(t, ticket.Number+" is answered\n", d.run(t, "support", "answer", ticket.Number, "--text=Vẫn còn mở", "--again"), "a closed ticket can be answered with --again")
	require.Contains(t, d.refused(t, "support", "show", "YC000"), "no ticket or request has this number")
	require.Equal(t, 3, d.logged(t, "ticket.answer"))
	require.Equal(t, 2, d.logged(t, "ticket.read"))
}

func TestHardshipRequestsAreAcceptedAnsweredAndClosed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 10)
	asked, err := d.Support.RequestHardship(t.Context(), d.borrower(paid), customersupport.HardshipRequest{OrderID: paid.OrderID, Kind: support.Plan, Amount: 500_000, Text: "Tôi nghỉ việc"})
	require.NoError(t, err)
	id := asked.ID.String()
	require.Equal(t, []string{paid.OrderNo, "plan", "open", "0", d.Region.Today(d.Clock.Now()).AddDays(7).String()}, row(t, d.run(t, "hardship", "list"), id)[1:6])
	require.Contains(t, d.refused(t, "hardship", "accept", id), "the last day of the plan")
	until, later := d.Region.Today(d.Clock.Now()).AddDays(30).String(), d.Region.Today(d.Clock.Now()).AddDays(40).String()
	require.Equal(t, "The request is answered\n", d.run(t, "hardship", "answer", id, "--text=Chúng tôi đang xem"))
	require.Contains(t, d.refused(t, "hardship", "answer", id, "--text=Chúng tôi đang xem"), "has the same text")
	require.Contains(t, d.refused(t, "hardship", "answer", id, "--text=Bao nhiêu?"), "--again", "another operator has answered in the meantime")
	require.Equal(t, "The request is answered\n", d.run(t, "hardship", "answer", id, "--text=Bao nhiêu?", "--again"))
	require.Equal(t, "The request is accepted\n", d.run(t, "hardship", "accept", id, "--until="+until))
	require.Contains(t, d.refused(t, "hardship", "accept", id, "--until="+until), "--instead-of="+until)
	require.Equal(t, "The request is accepted\n", d.run(t, "hardship", "accept", id, "--until="+later, "--instead-of="+until))
	require.Equal(t, []string{"accepted"}, row(t, d.run(t, "hardship", "list"), id)[3:4])
	require.Contains(t, d.refused(t, "hardship", "close", id), "--instead-of="+later, "another operator has accepted the request")
	require.Equal(t, "The request is closed\n", d.run(t, "hardship", "close", id, "--instead-of="+later, "--text=Hết kế hoạch"))
	require.NotEmpty(t, d.refused(t, "hardship", "close", id))
	require.Contains(t, d.refused(t, "hardship", "accept", "7"), "is not a request ID")
	require.Equal(t, "none\n", d.run(t, "hardship", "list"))
}

// A request that was answered waits for no operator: a promise never does, and a plan only shortly before it lapses
// without a decision.
func TestAnsweredHardshipRequestWaitsForItsBorrower(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ask := func(r customersupport.HardshipRequest) string {
		t.Helper()
		paid := d.paid(t, 10)
		r.OrderID, r.Amount = paid.OrderID, 500_000
		asked, err := d.Support.RequestHardship(t.Context(), d.borrower(paid), r)
		require.NoError(t, err)
		return asked.ID.String()
	}
	day := d.Region.Today(d.Clock.Now()).AddDays(9)
	plan := ask(customersupport.HardshipRequest{Kind: support.Plan, Text: "Tôi nghỉ việc"})
	promise := ask(customersupport.HardshipRequest{Kind: support.Promise, On: day})
	newer := ask(customersupport.HardshipRequest{Kind: support.Plan, Text: "Tôi ốm"})
	waits := func() string { return row(t, d.run(t, "waiting"), "hardship")[1] }
	require.Equal(t, "3", waits())
	d.run(t, "hardship", "answer", plan, "--text=Bao nhiêu?")
	d.run(t, "hardship", "answer", promise, "--text=Cảm ơn bạn")
	require.Equal(t, "1", waits())
	type requests struct {
		Hardships []struct {
			RequestID string
			WaitsDays int
		}
		Next string
	}
	var shown []string
	for page := data[requests](t, d, "hardship", "list", "--limit=1"); ; page = data[requests](t, d, "hardship", "list", "--limit=1", "--cursor="+page.Next) {
		for _, h := range page.Hardships {
			shown = append(shown, h.RequestID)
		}
		if page.Next == "" {
			break
		}
	}
	require.Equal(t, []string{newer, plan, promise}, shown, "requests that wait for an operator come first")
	waitsDays := func() map[string]int {
		all := map[string]int{}
		for _, h := range data[requests](t, d, "hardship", "list").Hardships {
			all[h.RequestID] = h.WaitsDays
		}
		return all
	}
	d.run(t, "clock", "advance", "--days=2")
	require.Equal(t, map[string]int{newer: 2, plan: 0, promise: 0}, waitsDays(), "an answered request does not wait")
	d.run(t, "hardship", "close", newer)
	require.NotContains(t, d.run(t, "waiting"), "hardship")
	d.run(t, "clock", "advance", "--days=2")
	require.Equal(t, map[string]int{plan: 1, promise: 0}, waitsDays())
	require.Equal(t, "1", waits(), "the plan waits again shortly before it lapses")
	d.run(t, "hardship", "close", plan)
	require.NotContains(t, d.run(t, "waiting"), "hardship", "a promise never waits for an operator")
}
