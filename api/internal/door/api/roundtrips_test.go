package api_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// readCalls lists the calls that change nothing except counters and logs, with the number of round trips to the
// database that each takes. Session, BEGIN and COMMIT are included, and a batch counts as one. None takes more than
// three.
var readCalls = map[string]int{
	"configProduct": 2, "memberCheckPhone": 3, "memberGetLoginType": 3, "getValidateCode": 3, "memberQuery": 2,
	"memberConsents": 2, "memberDevices": 2, "memberApproval": 2, "memberPendingApproval": 2, "memberData": 3, "memberDeletionStatus": 2,
	"authList": 2, "authOptions": 1, "authAreas": 0, "authDetail": 2, "fileGet": 2,
	"contentPage": 1, "mainGuide": 0, "mainAdvertise": 2, "channelQueryByCode": 1, "channelAccess": 2, "submitDataRecord": 3, "submitPageError": 1, "chatIdentity": 2,
	"optIndex": 2, "mallIndex": 2, "mallResult": 2,
	"bankCardBanks": 0, "bankCardList": 2, "bankCardDetail": 2,
	"loanList": 3, "loanDetail": 2, "loanQuote": 1, "loanContract": 2,
	"orderList": 2, "orderDetail": 2, "orderContract": 2,
	"repayOptions": 2, "repayIntent": 2, "repayLink": 2, "repayRecord": 2, "repayReceipt": 3,
	"repayExtendQuote": 2, "repayProofs": 2,
	"supportContacts": 0, "supportList": 2, "supportDraft": 2, "supportDetail": 2, "supportInbox": 2, "supportUnread": 2, "supportHardship": 2,
}

// writeCalls lists the other calls with the maximum number of round trips that each takes. None takes more than six.
// The certificate is made at its first request, and a statement at each request, which counts against a limit.
var writeCalls = map[string]int{
	"memberSendSmsCode": 5, "memberCheckSmsCode": 2, "memberSmsLogin": 6, "memberSecondFact": 5, "memberAskApproval": 3, "memberAnswerApproval": 3, "memberLogout": 2, "memberEndSession": 1,
	"memberSetConsent": 3, "memberLogOutDevices": 3, "memberDeleteAccount": 4, "memberWithdrawDeletion": 3,
	"authSaveDraft": 4, "authIdentity": 5, "authPersonal": 3, "authCompany": 3, "authContacts": 3, "fileUpload": 4,
	"mallDetail": 5, "mallNext": 6, "mallCode": 3, "mallRegister": 5,
	"bankCardAdd": 6, "bankCardSetDefault": 4, "bankCardUnbind": 3,
	"loanApply": 3, "orderConfirm": 5, "orderCancel": 3, "orderChangeCard": 2,
	"repayBank": 3, "repayPaycode": 3, "repayExtend": 2, "repayProof": 3, "repayCertificate": 5, "repayStatement": 6,
	"hookPayment": 4, "hookLender": 5, "hookCarrier": 4,
	"supportMessage": 3, "supportComplain": 3, "supportReply": 4, "supportSaveDraft": 4, "supportRead": 2, "supportPromise": 4, "supportPlan": 4, "supportWithdraw": 3,
}

// faceCalls lists the calls of a face check. They call a provider, in most cases between two transactions, so that none
// is open meanwhile. None takes more than twelve.
var faceCalls = map[string]int{
	"memberFace": 2, "memberFaceQueryToken": 5, "memberFaceStart": 4, "memberFaceLook": 2, "memberFaceStep": 7,
	"memberFaceCheckLiveness": 11, "memberBindFace": 11, "memberDeviceKey": 5,
}

// beforeClaim returns the statements before the first claim of an idempotency key, without those that count.
func beforeClaim(statements []postgres.Statement) []postgres.Statement {
	claim := slices.IndexFunc(statements, func(s postgres.Statement) bool { return strings.Contains(s.SQL, "'idempotency/'") })
	if claim >= 0 {
		statements = statements[:claim]
	}
	return slices.DeleteFunc(slices.Clone(statements), func(s postgres.Statement) bool { return strings.Contains(s.SQL, "INSERT INTO rate_limit") })
}

func TestCallsStayWithinRoundTripLimits(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	w := newWalk(m)
	var mu sync.Mutex
	unsure, keyed := registered(t, "ReadOnly"), registered(t, "Keyed")
	m.Listen(func(call string, statements []postgres.Statement) {
		mu.Lock()
		defer mu.Unlock()
		if keyed[call] {
			for _, s := range beforeClaim(statements) {
				assert.NotRegexp(t, `(?i)\b(INSERT|UPDATE|DELETE)\b`, s.SQL, "%s writes before its session is confirmed", call)
			}
		}
		for _, s := range statements {
			assert.NotContains(t, s.SQL, "pg_notify", "%s: NOTIFY makes every commit of the database wait for this one", call)
			if unsure[call] {
				assert.NotRegexp(t, `(?i)\b(INSERT|UPDATE|DELETE)\b`, s.SQL, "%s writes before its session is confirmed", call)
			}
			if _, looking := readCalls[call]; looking {
				assert.NotContains(t, s.SQL, "UPDATE device", "%s: a read call must not wait for a disk write", call)
			}
		}
	})
	w.runAll(t)
	w.faces(t, script)
	m.Listen(nil)
	document, err := contract.Load()
	require.NoError(t, err)
	for _, op := range document.Operations() {
		allowed, looking := readCalls[op.ID]
		if maximum, writes := writeCalls[op.ID]; writes {
			require.False(t, looking, op.ID)
			allowed = maximum
		} else if beside, asks := faceCalls[op.ID]; asks {
			allowed = beside
		} else {
			require.True(t, looking, "%s is missing from the tables of round trips", op.ID)
		}
		took, walked := w.most[op.ID]
		assert.True(t, walked, "the journey does not make the call %s", op.ID)
		assert.LessOrEqual(t, took, allowed, op.ID)
	}
	// A reversal cancels refunds between the lock, under which its time is read, and the facts that it books.
	assert.Contains(t, w.most, hookReversal)
	assert.LessOrEqual(t, w.most[hookReversal], 5, hookReversal)
	for id, allowed := range readCalls {
		assert.LessOrEqual(t, allowed, 3, id)
	}
	for id, allowed := range writeCalls {
		assert.LessOrEqual(t, allowed, 6, id)
	}
	for id, allowed := range faceCalls {
		assert.LessOrEqual(t, allowed, 12, id)
	}
}
