package document

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

var newTemplate = flag.Bool("template", false, "writes the texts of a new template of receipts and certificates to testdata")

// A document made today about an event a year ago must say what it would have said then. A changed word makes this test
// fail; write a new template instead.
func TestTextsOfExistingTemplatesDoNotChange(t *testing.T) {
	t.Parallel()
	for i, one := range templates {
		for _, l := range lang.All {
			name := filepath.Join("testdata", fmt.Sprintf("template%d.%s.txt", i+1, l))
			says := oneOfEach(one, l)
			if _, err := os.Stat(name); *newTemplate && os.IsNotExist(err) {
				require.NoError(t, os.WriteFile(name, []byte(says), 0o644))
			}
			kept, err := os.ReadFile(name)
			require.NoError(t, err, "write the texts of a new template with `go test ./api/internal/flow/document -template`")
			require.Equal(t, string(kept), says, "template %d is in use and must not change: add a new one", i+1)
		}
	}
}

// oneOfEach returns the text of a receipt with every component and of a certificate.
func oneOfEach(one template, l lang.Lang) string {
	facts, payment := settledLoan()
	receipt := pay.Receipt{Payment: payment, Facts: facts, Remaining: 123_456, At: time.Date(2026, 12, 24, 9, 30, 0, 0, time.UTC)}
	for i, c := range append([]repay.Component{repay.Overpayment}, repay.Components...) {
		receipt.Parts = append(receipt.Parts, repay.Part{Component: c, Amount: int64(i + 1)})
	}
	person := kyc.VerifiedData{Name: "NGUYEN THI LAN", IDLast4: "0999"}
	return plain(one.receipt(one, receipt, l)) + "\n" + plain(one.certificate(one, facts, person, l))
}

// plain returns the text of a document without its layout.
func plain(doc pdf.Document) string {
	var b strings.Builder
	line := func(texts ...string) { fmt.Fprintln(&b, strings.Join(texts, ": ")) }
	line(doc.Title, doc.Subtitle)
	line(doc.At.Format(time.RFC3339))
	for _, part := range doc.Parts {
		if part.Heading != "" {
			line("#", part.Heading)
		}
		for _, row := range part.Rows {
			line(row.Label, row.Value)
		}
		for _, paragraph := range part.Paragraphs {
			line(paragraph)
		}
	}
	line(doc.Footer)
	return b.String()
}

// The loan's page and the documents use the same word for the remaining amount.
func TestReceiptUsesTheLoanPagesTermForTheRemainingAmount(t *testing.T) {
	t.Parallel()
	now := templates[len(templates)-1]
	for l, word := range map[lang.Lang]string{lang.VI: "Còn lại", lang.EN: "Remaining", lang.TH: "คงเหลือ", lang.CN: "剩余应还"} {
		require.Contains(t, oneOfEach(now, l), word+": ", l)
	}
}

// The amount paid never changes, but its allocation may: a payment with an earlier date may come later. So a receipt
// says at what time its figures are valid, and it says when the bank has taken the money back.
func TestReceiptShowsTheTimeOfItsFiguresAndReversals(t *testing.T) {
	t.Parallel()
	facts, payment := settledLoan()
	made := time.Date(2027, 1, 5, 2, 15, 0, 0, time.UTC)
	for _, l := range lang.All {
		at := money.FormatInstant(made, region.Get("vi").TimeZone, l)
		receipt := receiptOf(templates, pay.Receipt{Payment: payment, Facts: facts, At: made}, l)
		require.Contains(t, receipt.Parts[1].Heading, at, l)
		require.Contains(t, receipt.Footer, at, l)
		require.NotContains(t, plain(receipt), takenBack.In(l).Text, l)
		require.NotContains(t, plain(receipt), "{", l)
		require.Contains(t, plain(receiptOf(templates, pay.Receipt{Payment: payment, Facts: facts, At: made, TakenBack: 2_500}, l)),
			takenBack.In(l).Part+": "+money.FormatExact(money.Of(2_500, facts.Order.Currency), l), l)
		require.NotContains(t, plain(receipt), takenBack.In(l).Part, l)
		back := payment
		back.State = repay.Reversed
		require.Contains(t, plain(receiptOf(templates, pay.Receipt{Payment: back, Facts: facts, At: made}, l)), takenBack.In(l).Text, l)
	}
}

func TestDocumentUsesTheTemplateInForceAtItsTime(t *testing.T) {
	t.Parallel()
	day := func(date string) time.Time { return money.MustDate(date).In(time.UTC) }
	all := []template{{}, {from: day("2027-01-01")}, {from: day("2028-01-01")}}
	for at, want := range map[string]int{"2026-06-01": 0, "2026-12-31": 0, "2027-01-01": 1, "2027-12-31": 1, "2028-01-01": 2, "2031-01-01": 2} {
		require.Equal(t, all[want].from, inForce(all, day(at)).from, at)
	}
	// A receipt uses the template of the day on which it is made, because its figures are of that day; a certificate
	// uses that of the settlement.
	other := templates[0]
	other.from, other.texts = day("2026-04-11"), texts.ByLang[repayTexts]{lang.VI: {Receipt: "other", Certificate: "other"}}
	facts, payment := settledLoan()
	for date, title := range map[string]string{"2026-04-10": templates[0].texts.In(lang.VI).Receipt, "2026-04-12": "other"} {
		made := pay.Receipt{Payment: payment, Facts: facts, At: day(date)}
		require.Equal(t, title, receiptOf([]template{templates[0], other}, made, lang.VI).Title, date)
	}
	for date, title := range map[string]string{"2026-04-10": templates[0].texts.In(lang.VI).Certificate, "2026-04-12": "other"} {
		at := day(date)
		facts.Loan.SettledAt = &at
		require.Equal(t, title, certificateOf([]template{templates[0], other}, facts, kyc.VerifiedData{}, lang.VI).Title, date)
	}
	for i := 1; i < len(templates); i++ {
		require.True(t, templates[i-1].from.Before(templates[i].from), "templates are sorted oldest first")
	}
}
