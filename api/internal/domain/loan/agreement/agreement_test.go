package agreement_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
)

// version is the version of new products, former an older one that borrowers have accepted.
const version, former = "2026-12", "2026-11"

func data(t *testing.T) agreement.Data {
	t.Helper()
	terms := loan.Terms{
		Currency: money.VND, DaysInYear: 365, AnnualRateBps: 1500, FrontServiceFeeBps: 100, ServiceFeeBps: 275, OverdueFeeBpsDay: 5,
		OverdueFeeCapBps: 500, LateFee: 50_000, GraceDays: 3, ExtensionFeeBps: 200, ExtensionDays: 15, ExtensionMax: 1,
		AllocationOrder: region.Get("vi").AllocationOrder, ProductName: "Vay nhanh", LenderName: "Ngân hàng Mẫu", Licence: "GP 12/NHNN",
	}
	from := money.MustDate("2026-11-23")
	q, err := terms.Quote(20_000_000, 91, from, from.AddDays(91))
	require.NoError(t, err)
	return agreement.Data{OrderNo: "LM1", Borrower: "Nguyễn Thị Lan", IDLast4: "0999", Account: "VCB ••••1234", Terms: terms, Quote: q}
}

func TestAgreementContainsEveryFigureInEveryLanguage(t *testing.T) {
	t.Parallel()
	require.True(t, agreement.Has(version))
	d := data(t)
	for _, l := range lang.All {
		text, err := agreement.Write(version, l, d)
		require.NoError(t, err)
		require.NotEmpty(t, text.Title)
		require.Len(t, text.Sections, 7)
		for _, figure := range []int64{
			d.Quote.Amount, d.Quote.FrontServiceFee, d.Quote.ActualReceived, d.Quote.Interest, d.Quote.ServiceFee, d.Quote.AccountFee,
			d.Quote.TotalToRepay, d.Terms.LateFee,
		} {
			require.Contains(t, text.Plain, money.Format(money.Of(figure, money.VND), l), l)
		}
		for _, rate := range []int64{1500, d.Quote.APRBps, d.Quote.EffectiveAPRBps, 5, 500, 200} {
			require.Contains(t, text.Plain, money.FormatBps(rate, l), l)
		}
		for _, word := range []string{"Nguyễn Thị Lan", "0999", "LM1", "VCB ••••1234", "GP 12/NHNN", money.FormatDate(d.Quote.DueDate, l)} {
			require.Contains(t, text.Plain, word, l)
		}
		for _, component := range d.Terms.AllocationOrder {
			require.Contains(t, text.Plain, agreement.Component(component, l), l)
		}
		require.NotContains(t, text.Plain, "{{")
		require.NotContains(t, text.Plain, "no value")
		require.Equal(t, text, agreement.Parse(version, l, text.Plain), "the stored text parses to the same agreement")
		for _, section := range text.Sections {
			require.NotEmpty(t, section.Paragraphs)
		}
	}
}

// The texts of an accepted version never change: their hashes stay those of the day of its release.
func TestAcceptedVersionIsNeverEdited(t *testing.T) {
	t.Parallel()
	d := data(t)
	for l, want := range map[lang.Lang]string{
		lang.CN: "3b0f2316d703d25a7de00577089f0d86d3ccdeaca868fe98ab3328717dcb77b8",
		lang.VI: "cf04ffffbeb6343c627f5384ce0e3ef829e65950818f78d5cb799ffa4238bbf5",
		lang.TH: "b8c6da5150bc4eccc61a331d4dd010da61ce0e7db9f43bb945ab178c502a2600",
		lang.EN: "cedbf142cf6f00b19f45280c60b54836c3cc9539643ec48c16b9401c06b470ab",
	} {
		text, err := agreement.Write(former, l, d)
		require.NoError(t, err)
		require.Equal(t, want, text.Hash, l)
	}
}

// Interest and account fee end on the due date (accrual.Cumulative), and the agreement says so in the section on overdue charges.
func TestAgreementSaysThatInterestEndsOnTheDueDate(t *testing.T) {
	t.Parallel()
	for l, words := range map[lang.Lang]string{
		lang.CN: "利息和账户管理费只计算至到期日；展期的，计算至新的到期日。此后不再计息",
		lang.VI: "Tiền lãi và phí quản lý tài khoản chỉ tính đến hết ngày đến hạn; nếu được gia hạn thì tính đến hết ngày đến hạn mới. Sau ngày đó không tính thêm lãi",
		lang.TH: "ดอกเบี้ยและค่าธรรมเนียมดูแลบัญชีคิดถึงวันครบกำหนดเท่านั้น หากขยายเวลาชำระ ให้คิดถึงวันครบกำหนดใหม่ หลังจากนั้นไม่คิดดอกเบี้ยอีก",
		lang.EN: "Interest and the account management fee are counted up to the due date; where the due date is extended, up to the new one. After it no further interest is added",
	} {
		text, err := agreement.Write(version, l, data(t))
		require.NoError(t, err)
		require.Contains(t, text.Sections[4].Paragraphs[0], words, l)
	}
}

func TestParseSplitsTheTextIntoSections(t *testing.T) {
	t.Parallel()
	text := agreement.Parse(version, lang.EN, "\n# Loan agreement \n Preamble.\n\n## 1. The loan\n  You borrow. \n\nYou pay back.\n##2 is no title.\n## 2. The end\n")
	require.Equal(t, "Loan agreement", text.Title)
	require.Equal(t, []agreement.Section{
		{Title: "1. The loan", Paragraphs: []string{"You borrow.", "You pay back.", "##2 is no title."}}, {Title: "2. The end"},
	}, text.Sections)
	require.Equal(t, "# Loan agreement\nPreamble.\n## 1. The loan\nYou borrow.\nYou pay back.\n##2 is no title.\n## 2. The end", text.Plain)
}

func TestOneDayIsWrittenInTheSingular(t *testing.T) {
	t.Parallel()
	d := data(t)
	d.Terms.GraceDays, d.Terms.ExtensionDays, d.Terms.ExtensionOverdueDays = 1, 1, 1
	text, err := agreement.Write(version, lang.EN, d)
	require.NoError(t, err)
	require.Contains(t, text.Plain, "If you have not paid 1 day after the due date")
	require.Contains(t, text.Plain, "extend the due date by 1 day,")
	require.NotRegexp(t, `\b1 days`, text.Plain)
	require.Contains(t, text.Plain, "for 91 days,")
	d.Terms.GraceDays = 0
	text, err = agreement.Write(version, lang.EN, d)
	require.NoError(t, err)
	require.Contains(t, text.Plain, "If you have not paid by the due date, a late fee")
}

func TestHashDependsOnTextAndLanguage(t *testing.T) {
	t.Parallel()
	d := data(t)
	seen := map[string]bool{}
	for _, l := range lang.All {
		text, err := agreement.Write(version, l, d)
		require.NoError(t, err)
		seen[text.Hash] = true
	}
	require.Len(t, seen, len(lang.All))
	other := d
	other.Quote.TotalToRepay++
	text, err := agreement.Write(version, lang.VI, other)
	require.NoError(t, err)
	require.False(t, seen[text.Hash])

	read, err := agreement.Write(version, lang.TH, d)
	require.NoError(t, err)
	for _, likely := range lang.All {
		found, ok, err := agreement.Find(version, read.Hash, likely, d)
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, lang.TH, found.Lang)
	}
	_, ok, err := agreement.Find(version, strings.Repeat("0", 64), lang.VI, d)
	require.NoError(t, err)
	require.False(t, ok)
}

func TestWriteWithoutAnOrder(t *testing.T) {
	t.Parallel()
	d := data(t)
	d.OrderNo, d.Borrower, d.IDLast4, d.Account = "", "", "", ""
	d.Terms.FrontServiceFeeBps, d.Terms.LateFee, d.Terms.ExtensionMax, d.Quote.FrontServiceFee = 0, 0, 0, 0
	for _, l := range lang.All {
		text, err := agreement.Write(version, l, d)
		require.NoError(t, err)
		require.Len(t, text.Sections, 7)
	}
}

func TestUnknownVersion(t *testing.T) {
	t.Parallel()
	_, err := agreement.Write("1999-01", lang.VI, data(t))
	require.ErrorIs(t, err, agreement.ErrVersion)
	require.False(t, agreement.Has("../2026-11"))
	_, _, err = agreement.Find("1999-01", "", lang.VI, data(t))
	require.ErrorIs(t, err, agreement.ErrVersion)
}

func TestComponentFallsBackToItsName(t *testing.T) {
	t.Parallel()
	require.Equal(t, "tiền gốc", agreement.Component("principal", lang.VI))
	require.Equal(t, "stamp", agreement.Component("stamp", lang.VI))
}
