package payment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/partnertest"
)

// Whatever happens on the way, a transfer is of unknown result and an inquiry can be repeated: it is no refusal of the bank, after
// which a payout would fail and its borrower would have to name another account.
func TestHTTPTakesNoTroubleOnTheWayForARefusal(t *testing.T) {
	t.Parallel()
	for _, lines := range []map[string]string{partnertest.Unsent(t), partnertest.Uncertain(t)} {
		for name, url := range lines {
			gateway := payment.NewHTTP(url, []byte("0123456789abcdef"))
			_, err := gateway.NameInquiry(t.Context(), payment.Account{BankCode: "VCB", Number: "19001234"})
			require.Error(t, err, name)
			require.NotErrorIs(t, err, payment.ErrNoAccount, name)
			require.NotErrorIs(t, err, payment.ErrRefused, name)
			r, err := gateway.Payout(t.Context(), payment.Transfer{Reference: "R1"})
			require.Error(t, err, name)
			require.NotErrorIs(t, err, payment.ErrRefused, name)
			require.Equal(t, payment.Unknown, r.State, name)
			r, err = gateway.Lookup(t.Context(), "R1")
			require.Error(t, err, name)
			require.Equal(t, payment.Unknown, r.State, name)
		}
	}
}
