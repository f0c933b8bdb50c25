package document

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// settledLoan returns a loan of 5,000,000 that one payment has settled.
func settledLoan() (servicing.Facts, repay.Payment) {
	on := money.MustDate("2026-04-11")
	at := time.Date(2026, 4, 11, 3, 0, 0, 0, time.UTC)
	p := repay.Payment{
		ID: uuid.New(), Serial: "RP26041112345678", Amount: 5_061_644, Currency: money.VND, PaidFrom: "•••• 3456", PaidTo: "1017595600",
		PaidAt: at, ValueDate: on, ReceivedAt: at,
	}
	return servicing.Facts{
		Running: loan.Running{
			Order: loan.Order{
				OrderNo: "LN2026", Region: "vi", Currency: money.VND,
				Terms: loan.Terms{Currency: money.VND, AnnualRateBps: 1500, LenderName: "Công ty Tài chính Sen"},
			},
			Loan: loan.Loan{
				Principal: 5_000_000, ActualReceived: 5_000_000, DisbursedOn: money.MustDate("2026-03-12"),
				FirstDueDate: money.MustDate("2026-06-11"), DueDate: money.MustDate("2026-06-11"), SettledOn: on, SettledAt: &at,
			},
		},
		Splits: []repay.Split{{PaymentID: p.ID, Seq: 1, State: repay.Posted, ValueDate: on, Amount: p.Amount}},
	}, p
}

func TestReceiptAndCertificateHaveAllTextsInEveryLanguage(t *testing.T) {
	t.Parallel()
	facts, payment := settledLoan()
	person := kyc.VerifiedData{Name: "NGUYEN THI LAN", IDLast4: "0999"}
	for _, l := range lang.All {
		certificate := certificateOf(templates, facts, person, l)
		after := facts.After(payment.ID)
		receipt := receiptOf(templates, pay.Receipt{
			Payment: payment, Facts: facts, Parts: after.Parts[payment.ID], Remaining: after.Owed.Total(), Settled: after.Settled(),
			At: time.Date(2027, 1, 5, 2, 15, 0, 0, time.UTC),
		}, l)
		for _, doc := range []pdf.Document{certificate, receipt} {
			require.NotEmpty(t, doc.Title, l)
			require.NotEmpty(t, doc.Footer, l)
			for _, part := range doc.Parts {
				for _, row := range part.Rows {
					require.NotEmpty(t, row.Label, "%s: %s", l, row.Value)
					require.NotEmpty(t, row.Value, "%s: %s", l, row.Label)
				}
				for _, paragraph := range part.Paragraphs {
					require.NotEmpty(t, paragraph, l)
					require.NotContains(t, paragraph, "%!", l)
				}
			}
			content, err := pdf.Render(doc)
			require.NoError(t, err)
			require.Greater(t, len(content), 1000)
		}
		require.Contains(t, certificate.Parts[0].Paragraphs[0], "NGUYEN THI LAN")
		require.Contains(t, values(certificate), money.Format(money.Of(5_061_644, money.VND), l))
		require.Contains(t, values(receipt), money.Format(money.Of(61_644, money.VND), l))
		require.Contains(t, values(receipt), money.Format(money.Of(0, money.VND), l))
	}
}

func values(p pdf.Document) (all []string) {
	for _, part := range p.Parts {
		for _, row := range part.Rows {
			all = append(all, row.Value)
		}
	}
	return all
}

func TestEveryComponentHasAName(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All {
		for _, c := range append([]repay.Component{repay.Overpayment}, repay.Components...) {
			for _, one := range templates {
				name := strings.ToLower(one.part(c, l))
				require.NotContains(t, name, "_", "%s: %s", l, c)
				if l != lang.EN { // in English, two of them are ordinary words
					require.NotEqual(t, string(c), name, l)
				}
			}
		}
	}
}

func TestRenderingADocumentTwiceYieldsTheSameBytes(t *testing.T) {
	t.Parallel()
	facts, _ := settledLoan()
	one, err := pdf.Render(certificateOf(templates, facts, kyc.VerifiedData{Name: "A"}, lang.VI))
	require.NoError(t, err)
	two, err := pdf.Render(certificateOf(templates, facts, kyc.VerifiedData{Name: "A"}, lang.VI))
	require.NoError(t, err)
	require.True(t, bytes.Equal(one, two))
}
