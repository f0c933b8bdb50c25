package contract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// What a visitor may call is written down here: a call that loses its lock, or gets one, is not covered by the walks over
// the contract, which follow it.
//
// spec: 6.visitor-open, 6.visitor-login, 6.borrower, 6.auth-token
func TestVisitorsHaveTheseCallsAndNoOthers(t *testing.T) {
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
		// Forms choose from these before anybody is known.
		"authAreas", "bankCardBanks",
		// Where a visit came from.
		"channelAccess", "channelQueryByCode", "submitDataRecord",
		// A page that failed is nobody's.
		"submitPageError",
		// What there is to read.
		"configProduct", "contentPage", "mainAdvertise", "mainGuide", "supportContacts",
		// Machines sign what they send.
		"hookCarrier", "hookLender", "hookPayment",
		// What can be borrowed.
		"loanDetail", "loanList", "loanQuote",
		// The way to a session.
		"getValidateCode", "memberCheckPhone", "memberGetLoginType", "memberSendSmsCode", "memberSmsLogin",
		// A check in front of the camera is opened by a visitor who logs in; its token stands for itself.
		"memberFaceQueryToken", "memberFaceStart", "memberFaceLook", "memberFaceStep", "memberFaceCheckLiveness",
		// The token of a pay link stands for itself, and so does the handle by which a session is ended later.
		"repayLink", "memberEndSession",
	}, open)
}
