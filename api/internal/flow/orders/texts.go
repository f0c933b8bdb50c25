package orders

import (
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// events are what happened to an order. {amount} and {date} are filled in.
var events = texts.Group[map[loan.Event]string]("orderEvent")

// DescribeEntry is a line of the timeline in words.
func DescribeEntry(h loan.TimelineEntry, c money.Currency, l lang.Lang) string {
	text := strings.ReplaceAll(events.In(l)[h.Event], "{amount}", money.Format(money.Of(h.Amount, c), l))
	return strings.ReplaceAll(text, "{date}", money.FormatDay(h.Date, l))
}

// unknown is the key of what is said for a code that has no words of its own.
const unknown = "unknown"

var (
	refusals         = texts.Group[map[string]string]("refusal")
	transferFailures = texts.Group[map[string]string]("transferFailure")
)

// Refusal is why an application was rejected, in words; empty for no code.
func Refusal(code string, l lang.Lang) string { return describeCode(refusals.In(l), code) }

// Failure is why a payout failed, in words; empty for no code.
func Failure(code string, l lang.Lang) string { return describeCode(transferFailures.In(l), code) }

func describeCode(known map[string]string, code string) string {
	if code == "" {
		return ""
	}
	if text, ok := known[code]; ok {
		return text
	}
	return known[unknown]
}
