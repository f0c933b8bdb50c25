package document

import (
	"bytes"
	"encoding/csv"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// byteOrderMark makes spreadsheets read the table as UTF-8.
const byteOrderMark = "\ufeff"

// statementTable returns a statement as comma-separated values. Figures have a decimal point and no thousands
// separators, so that a spreadsheet can add them: opening balance plus charges minus payments equals each balance.
func statementTable(s statement, l lang.Lang) ([]byte, error) {
	w := statementTextsByLang.In(l)
	var out bytes.Buffer
	out.WriteString(byteOrderMark)
	table := csv.NewWriter(&out)
	table.UseCRLF = true
	rows := [][]string{{w.Order, w.Lender, w.Posted, w.Value, w.What, w.Serial, w.Charged, w.Paid, w.Closing, w.Currency}}
	for _, loan := range s.loans {
		rows = append(rows, w.loanRows(loan)...)
	}
	for _, row := range rows {
		if err := table.Write(row); err != nil {
			return nil, err
		}
	}
	table.Flush()
	return out.Bytes(), table.Error()
}

func (w statementTexts) loanRows(s loanStatement) [][]string {
	figure := func(amount int64) string { return money.Of(amount, s.order.Currency).Decimal() }
	row := func(posted, value money.Date, what, serial, charged, paid string, balance int64) []string {
		return []string{
			cell(s.order.OrderNo), cell(s.order.Terms.LenderName), date(posted), date(value), cell(what), cell(serial),
			charged, paid, figure(balance), string(s.order.Currency),
		}
	}
	rows := [][]string{row(money.Date{}, money.Date{}, w.Opening, "", "", "", s.opening)}
	for _, line := range s.lines {
		charged, paid := figure(line.amount), ""
		if line.amount < 0 {
			charged, paid = "", figure(-line.amount)
		}
		rows = append(rows, row(line.posted, line.value, w.Kinds[line.kind], line.serial, charged, paid, line.balance))
	}
	return append(rows, row(money.Date{}, money.Date{}, w.Closing, "", "", "", s.closing))
}

// cell escapes a text that a spreadsheet would read as a formula.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

func date(d money.Date) string {
	if d.IsZero() {
		return ""
	}
	return d.String()
}
