package contract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// The operations open to visitors are listed here, because the generated tests take access from the contract itself and would
// not notice a change there.
//
// spec: 6.visitor-open, 6.visitor-login, 6.borrower, 6.auth-token
func TestOperationsOpenToVisitors(t *testing.T) {
	t.Parallel()
	document, err := contract.Load()
	require.NoError(t, err)
	open := []string{}
	for _, op := range document.Operations() {
		if op.Access != contract.AccessClosed {
			open = append(open, op.ID)
		}
	}
	require.ElementsMatch(t, []string{
		// Lists for forms that are filled in before login.
		"authAreas", "bankCardBanks",
		// The origin of a visit.
		"channelAccess", "channelQueryByCode", "submitDataRecord",
		// Error reports of pages, which have no user.
		"submitPageError",
		// Public texts.
		"configProduct", "contentPage", "mainAdvertise", "mainGuide", "supportContacts",
		// Callbacks, which are signed by the sender.
		"hookCarrier", "hookLender", "hookPayment",
		// What can be borrowed.
		"loanDetail", "loanList", "loanQuote",
		// Login.
		"getValidateCode", "memberCheckPhone", "memberGetLoginType", "memberSendSmsCode", "memberSmsLogin",
		// A visitor who logs in starts a face check; its token authenticates the calls.
		"memberFaceQueryToken", "memberFaceStart", "memberFaceLook", "memberFaceStep", "memberFaceCheckLiveness",
		// The token of a pay link authenticates the call, as does the handle with which a session can be ended later.
		"repayLink", "memberEndSession",
	}, open)
}
