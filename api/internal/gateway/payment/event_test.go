package payment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

func TestOwnsAcceptsEveryNotationOfAnAccount(t *testing.T) {
	t.Parallel()
	own := payment.Collection{Number: "101-7595600", PromptPay: "081-234-5678"}
	for account, known := range map[string]bool{
		"1017595600": true, "101 759 5600": true, "0812345678": true, "+66812345678": true, "0066812345678": true,
		"": false, " ": false, "1017595601": false, "0812345679": false, "812345678": false,
	} {
		require.Equal(t, known, own.Owns(account), account)
	}
	require.False(t, payment.Collection{Number: "1"}.Owns(""), "an account without a PromptPay id")
}
