package orders

import (
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// events are the texts of the timeline. {amount} and {date} are filled in.
var events = texts.Group[map[loan.Event]string]("orderEvent")

// DescribeEntry returns the text of a timeline entry.
func DescribeEntry(h loan.TimelineEntry, c money.Currency, l lang.Lang) string {
	text := strings.ReplaceAll(events.In(l)[h.Event], "{amount}", money.Format(money.Of(h.Amount, c), l))
	return strings.ReplaceAll(text, "{date}", money.FormatDay(h.Date, l))
}

// unknown is the key of the text for a code without a text of its own.
const unknown = "unknown"

var (
	refusals         = texts.Group[map[string]string]("refusal")
	transferFailures = texts.Group[map[string]string]("transferFailure")
)

// Refusal returns the text for the reason why an application was rejected; empty for an empty code.
func Refusal(code string, l lang.Lang) string { return describeCode(refusals.In(l), code) }

// Failure returns the text for the reason why a payout failed; empty for an empty code.
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
