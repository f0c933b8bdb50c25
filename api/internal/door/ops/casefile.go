package ops

import (
	"encoding/json"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/backoffice"
)

func orderFacts(f backoffice.Casefile) table {
	t := columns("orderNo", "orderId", "status", "memberId", "phone", "lender", "product", "applied", "principal", "termDays",
		"card", "appliedAt", "offerExpiresAt", "confirmedAt", "mendUntil", "closedAt", "rejectReason", "failureReason",
		"disbursedOn", "dueDate", "settledOn", "returnedOn")
	t.name, t.upright = "order", true
	var paid loan.Loan
	if f.Loan != nil {
		paid = *f.Loan
	}
	t.add(f.OrderNo, f.ID, statusName(f.Status, f.Repay), f.MemberID, f.Phone, f.LenderCode,
		fmt.Sprintf("%s (version %d)", f.Terms.ProductName, f.ProductVersion), money.Of(f.AppliedAmount, f.Currency),
		money.Of(f.Principal, f.Currency), f.TermDays, f.Card.BankCode+" ••"+f.Card.Last4, f.AppliedAt, f.OfferExpiresAt,
		f.ConfirmedAt, f.MendUntil, f.ClosedAt, f.RejectReason, f.FailureReason, paid.DisbursedOn, paid.DueDate, paid.SettledOn, paid.ReturnedOn)
	return t
}

func termsFacts(o loan.Order) table {
	v := o.Terms
	t := columns("contractVersion", "annualRateBps", "frontServiceFeeBps", "serviceFeeBps", "accountFeeFlat", "accountFeeBps",
		"lateFee", "graceDays", "overdueFeeBpsDay", "overdueFeeCapBps", "extensionFeeBps", "extensionDays", "extensionMax",
		"extensionOverdueDays", "extensionUnpaid",
		"allocationOrder", "rateCapBps", "offerHours", "freezeDays")
	t.name, t.upright = "terms", true
	t.add(v.ContractVersion, v.AnnualRateBps, v.FrontServiceFeeBps, v.ServiceFeeBps, money.Of(v.AccountFeeFlat, o.Currency),
		v.AccountFeeBps, money.Of(v.LateFee, o.Currency), v.GraceDays, v.OverdueFeeBpsDay, v.OverdueFeeCapBps, v.ExtensionFeeBps,
		v.ExtensionDays, v.ExtensionMax, v.ExtensionOverdueDays, v.ExtensionUnpaid, v.AllocationOrder, v.RateCapBps, v.OfferHours, v.FreezeDays)
	return t
}

func owedTable(f backoffice.Casefile) table {
	t := columns("component", "amount", "on")
	t.name = "owed"
	for _, component := range repay.Components {
		if amount := f.Owed[component]; amount != 0 {
			t.add(string(component), money.Of(amount, f.Currency), f.Today)
		}
	}
	return t
}

func timeline(f backoffice.Casefile) table {
	t := columns("at", "event", "from", "to", "by", "detail")
	t.name = "timeline"
	for _, s := range f.Timeline {
		t.add(s.At, string(s.Event), statuses[s.From], statuses[s.To], s.Actor, detail(s.Detail))
	}
	return t
}

// detail formats the details of an event on one line.
func detail(d map[string]any) string {
	if len(d) == 0 {
		return ""
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func disbursements(f backoffice.Casefile) table {
	t := columns("attempt", "reference", "amount", "state", "serial", "failure", "createdAt", "finishedAt", "returnedAt", "returnReference", "returnFee", "returnBankDay")
	t.name = "payouts"
	for _, d := range f.Disbursements {
		t.add(d.Attempt, d.Reference, money.Of(d.Amount, d.Currency), string(d.State), d.Serial, d.Failure, d.CreatedAt, d.FinishedAt, d.ReturnedAt, d.ReturnReference, money.Of(d.ReturnFee, d.Currency), d.ReturnBankDay)
	}
	return t
}

// journal has a line for each entry; a credit is negative.
func journal(f backoffice.Casefile) table {
	t := columns("posted", "value", "kind", "key", "account", "amount")
	t.name = "journal"
	for _, posted := range f.Journal {
		for _, e := range posted.Entries {
			t.add(posted.PostingDate, posted.ValueDate, posted.Kind, posted.Key, string(e.Account), money.Of(e.Amount, posted.Currency))
		}
	}
	return t
}

func documents(f backoffice.Casefile) table {
	t := columns("kind", "lang", "createdAt", "file", "sha256")
	t.name = "documents"
	for _, d := range f.Documents {
		t.add(d.Kind, d.Lang, d.CreatedAt, d.FileID, fmt.Sprintf("%x", d.SHA256))
	}
	return t
}
