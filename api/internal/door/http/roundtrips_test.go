package http_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// looks are the calls that change nothing (but for what they count and log), with the round trips to the database that
// each takes: session, BEGIN and COMMIT included, a batch as one. None takes more than three.
var looks = map[string]int{
	"configProduct": 0, "memberCheckPhone": 2, "memberGetLoginType": 0, "getValidateCode": 2, "memberQuery": 2,
	"authList": 2, "authOptions": 1, "authAreas": 0, "authDetail": 2, "fileGet": 2,
	"bankCardBanks": 0, "bankCardList": 2, "bankCardDetail": 2,
	"loanList": 2, "loanDetail": 2, "loanQuote": 1, "loanContract": 2,
	"orderList": 3, "orderDetail": 2, "orderContract": 2,
	"repayOptions": 2, "repayIntent": 2, "repayLink": 2, "repayRecord": 3, "repayReceipt": 3,
}

// changes are the others, each with what it takes at most. None takes more than eight. The certificate is made when it is
// asked for first.
var changes = map[string]int{
	"memberSendSmsCode": 5, "memberCheckSmsCode": 3, "memberSmsLogin": 6, "memberSecondFact": 4, "memberLogout": 2,
	"authSaveDraft": 2, "authIdentity": 5, "authPersonal": 4, "authCompany": 4, "authContacts": 4, "fileUpload": 3,
	"bankCardAdd": 8, "bankCardSetDefault": 5, "bankCardUnbind": 7,
	"loanApply": 7, "orderConfirm": 8, "orderCancel": 7, "orderChangeCard": 7,
	"repayBank": 7, "repayPaycode": 7, "repayCertificate": 8,
	"hookPayment": 5, "hookLender": 6,
}

func TestEveryCallHasItsRoundTrips(t *testing.T) {
	t.Parallel()
	w := newWalk(newMarket(t))
	w.whole(t)
	document, err := contract.Load()
	require.NoError(t, err)
	for _, op := range document.Operations() {
		allowed, looking := looks[op.ID]
		if changing, changes := changes[op.ID]; changes {
			require.False(t, looking, op.ID)
			allowed = changing
		} else {
			require.True(t, looking, "%s stands in no table", op.ID)
		}
		took, walked := w.most[op.ID]
		assert.True(t, walked, "%s is not walked", op.ID)
		assert.LessOrEqual(t, took, allowed, op.ID)
	}
	for id, allowed := range looks {
		assert.LessOrEqual(t, allowed, 3, id)
	}
	for id, allowed := range changes {
		assert.LessOrEqual(t, allowed, 8, id)
	}
}
