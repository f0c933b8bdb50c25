package document

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// march returns a statement of a loan in Thailand: two nights of interest, a payment, its reversal, and a payment that
// was matched by mistake.
func march(lender string) statement {
	on := func(day string) money.Date { return money.MustDate("2026-03-" + day) }
	payment, other := uuid.New(), uuid.New()
	journal := ledger.Statement{Opening: 100_000, Movements: []ledger.Movement{
		{Kind: ledger.KindAccrual, PostingDate: on("02"), ValueDate: on("01"), Amount: 150},
		{Kind: ledger.KindAccrual, PostingDate: on("03"), ValueDate: on("02"), Amount: 150},
		{Kind: ledger.KindPayment, ID: payment, PostingDate: on("04"), ValueDate: on("04"), Amount: -60_050},
		{Kind: ledger.KindReversal, ID: uuid.New(), Reverses: &payment, PostingDate: on("09"), ValueDate: on("04"), Amount: 60_050},
		{Kind: ledger.KindPayment, ID: other, PostingDate: on("10"), ValueDate: on("10"), Amount: -10_000},
		{Kind: ledger.KindUnmatch, ID: uuid.New(), Reverses: &other, PostingDate: on("11"), ValueDate: on("10"), Amount: 10_000},
	}}
	return statement{
		period:   period{from: on("01"), to: on("31"), name: "2026-03"},
		borrower: kyc.VerifiedData{Name: "SOMCHAI", IDLast4: "1234"},
		loans: []loanStatement{{
			order:   loan.Order{OrderNo: "LN7", Currency: money.THB, Terms: loan.Terms{LenderName: lender}},
			opening: journal.Opening, lines: statementLines(journal, map[uuid.UUID]string{payment: "RP1", other: "RP2"}), closing: journal.Closing(),
		}},
	}
}

func TestStatementTableListsMovementsWithBalances(t *testing.T) {
	t.Parallel()
	content, err := statementTable(march("Sen"), lang.EN)
	require.NoError(t, err)
	text, marked := strings.CutPrefix(string(content), "\ufeff")
	require.True(t, marked, "the byte order mark tells spreadsheets that the file is UTF-8")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, [][]string{
		{"Loan number", "Lender", "Posting date", "Value date", "Description", "Receipt number", "Added", "Taken off", "Balance", "Currency"},
		{"LN7", "Sen", "", "", "Opening balance", "", "", "", "1000.00", "THB"},
		{"LN7", "Sen", "2026-03-03", "2026-03-02", "Interest and fees", "", "3.00", "", "1003.00", "THB"},
		{"LN7", "Sen", "2026-03-04", "2026-03-04", "Payment", "RP1", "", "600.50", "402.50", "THB"},
		{"LN7", "Sen", "2026-03-09", "2026-03-04", "Payment taken back by the bank", "RP1", "600.50", "", "1003.00", "THB"},
		{"LN7", "Sen", "2026-03-10", "2026-03-10", "Payment", "RP2", "", "100.00", "903.00", "THB"},
		{"LN7", "Sen", "2026-03-11", "2026-03-10", "Payment credited by mistake, moved", "RP2", "100.00", "", "1003.00", "THB"},
		{"LN7", "Sen", "", "", "Balance", "", "", "", "1003.00", "THB"},
	}, rows)
}

func TestStatementTableEscapesFormulas(t *testing.T) {
	t.Parallel()
	for _, evil := range []string{`=HYPERLINK("http://evil.example")`, "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1"} {
		content, err := statementTable(march(evil), lang.EN)
		require.NoError(t, err)
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(content), "\ufeff"))).ReadAll()
		require.NoError(t, err)
		for _, row := range rows[1:] {
			require.Equal(t, byte('\''), row[1][0], "%q", evil)
		}
	}
}

func TestStatementHasAllTextsInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All {
		for _, whole := range []bool{false, true} {
			s := march("Sen")
			s.period.whole = whole
			doc := statementDocument(s, l)
			require.Contains(t, values(doc), "+"+money.FormatExact(money.Of(300, money.THB), l))
			require.Contains(t, values(doc), money.FormatExact(money.Of(-60_050, money.THB), l))
			for _, part := range doc.Parts {
				for _, row := range part.Rows {
					require.NotEmpty(t, row.Label, l)
					require.NotEmpty(t, row.Value, "%s: %s", l, row.Label)
				}
			}
			content, err := pdf.Render(doc)
			require.NoError(t, err)
			require.Greater(t, len(content), 1000)
		}
		require.Equal(t, []string{statementTextsByLang.In(l).Nothing}, statementDocument(statement{}, l).Parts[0].Paragraphs)
		for _, kind := range []string{
			ledger.KindDisbursement, ledger.KindAccrual, ledger.KindPayment, ledger.KindSuspense, ledger.KindSuspenseMatch,
			ledger.KindReversal, ledger.KindUnmatch, ledger.KindRefund, ledger.KindReturn, ledger.KindCorrection,
			ledger.MovementServiceFee, ledger.MovementPayoutReturn,
		} {
			require.NotEmpty(t, statementTextsByLang.In(l).Kinds[kind], "%s: %s", l, kind)
		}
	}
}

// The opening balance, what was added and what was taken off come to the closing balance.
func TestStatementDocumentAddsUp(t *testing.T) {
	t.Parallel()
	doc := statementDocument(march("Sen"), lang.EN)
	require.Len(t, doc.Parts, 2)
	loan := doc.Parts[1]
	require.Equal(t, "LN7 · Sen", loan.Heading)
	amounts := map[string]string{}
	for _, row := range loan.Rows {
		amounts[row.Label] = row.Value
	}
	exact := func(minor int64) string { return money.FormatExact(money.Of(minor, money.THB), lang.EN) }
	require.Equal(t, map[string]string{
		"Opening balance": exact(100_000), "Added": exact(70_350), "Taken off": exact(70_050), "Balance": exact(100_300),
		"3 March 2026 · Interest and fees":                         "+" + exact(300),
		"4 March 2026 · Payment · RP1":                             exact(-60_050),
		"9 March 2026 · Payment taken back by the bank · RP1":      "+" + exact(60_050),
		"10 March 2026 · Payment · RP2":                            exact(-10_000),
		"11 March 2026 · Payment credited by mistake, moved · RP2": "+" + exact(10_000),
	}, amounts)
}

// A negative balance may wait until an operator sends it.
func TestStatementDoesNotPromiseARefundUnderWay(t *testing.T) {
	t.Parallel()
	for l, want := range map[lang.Lang]string{
		lang.VI: "số âm là tiền sẽ hoàn lại cho bạn", lang.EN: "below zero it is money to be returned to you",
		lang.TH: "หากติดลบคือเงินที่จะคืนให้คุณ", lang.CN: "负数为将退回给您的款项",
	} {
		require.Contains(t, statementDocument(march("Sen"), l).Footer, want)
	}
}

func TestPeriods(t *testing.T) {
	t.Parallel()
	for asked, want := range map[string][2]string{
		"2026": {"2026-01-01", "2026-12-31"}, "2024-02": {"2024-02-01", "2024-02-29"}, "2026-12": {"2026-12-01", "2026-12-31"},
	} {
		p, err := parsePeriod(StatementRequest{Period: asked})
		require.NoError(t, err)
		require.Equal(t, want, [2]string{p.from.String(), p.to.String()})
	}
	for _, wrong := range []string{"", "26", "2026-13", "2026-02-01", "year"} {
		_, err := parsePeriod(StatementRequest{Period: wrong})
		require.Equal(t, reason.InvalidParameter, reason.Of(err), wrong)
	}
	order := uuid.New()
	p, err := parsePeriod(StatementRequest{Order: &order})
	require.NoError(t, err)
	require.True(t, p.whole)
}
