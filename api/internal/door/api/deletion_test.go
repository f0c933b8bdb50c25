package api_test

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/minio/minio-go/v7"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// wait is the default time during which a deletion request can be withdrawn.
const wait = 168 * time.Hour

func leaving(t testing.TB, c *apptest.Client) contract.DeletionData {
	t.Helper()
	var data contract.DeletionData
	c.OK(t, "memberDeletionStatus", body{}, &data)
	return data
}

// leave requests the deletion of an account with a code.
func leave(t testing.TB, c *apptest.Client) contract.DeletionData {
	t.Helper()
	c.SendCode(t, 203)
	var data contract.DeletionData
	c.OK(t, "memberDeleteAccount", body{"smsCode": c.Stack.Code(t, c.Phone)}, &data)
	return data
}

// lent returns a borrower with a disbursed loan.
func (m market) lent(t *testing.T) (*apptest.Client, contract.OrderRef) {
	t.Helper()
	c := m.borrower(t)
	order := m.apply(t, c, 2_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	m.confirm(t, c, order)
	m.await(t, c, order, loan.WaitingPayment)
	return c, order
}

// settled returns a borrower who has repaid a loan.
func (m market) settled(t *testing.T) *apptest.Client {
	t.Helper()
	c, order := m.lent(t)
	var intent contract.PayIntentData
	c.OK(t, "repayBank", body{"orderId": order.OrderID, "amount": 1, "purpose": "payoff"}, &intent)
	event := report("L"+c.Phone, intent.Memo, intent.Amount, m.Now())
	require.Equal(t, http.StatusOK, hook(t, c, "sandbox", callbackKey(m.Stack), time.Now(), event).Status)
	return c
}

// spec: 4.deletion-refused
func TestDeletionIsRefusedWhileAnOrderIsInProgress(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	order := m.apply(t, c, 2_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	status := leaving(t, c)
	require.Equal(t, contract.DeletionDataStateNone, status.State)
	require.Len(t, status.Obstacles, 1)
	require.Equal(t, order.OrderNo, status.Obstacles[0].OrderNo)

	c.SendCode(t, 203)
	code := m.Code(t, c.Phone)
	answer := c.Refused(t, reason.DeleteRefused, "memberDeleteAccount", body{"smsCode": code})
	require.Contains(t, answer.Msg, order.OrderNo, "it says which")
	c.OK(t, "orderCancel", body{"orderId": order.OrderID}, nil)
	c.OK(t, "memberDeleteAccount", body{"smsCode": code}, nil)
}

// A refused deletion is rolled back, but the wrong code that caused it is still counted.
func TestWrongCodesOfADeletionAreCounted(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	c.SendCode(t, 203)
	code := stack.Code(t, c.Phone)
	for range 4 {
		c.Refused(t, reason.SMSCodeWrong, "memberDeleteAccount", body{"smsCode": wrong(code)})
	}
	c.Refused(t, reason.SMSCodeBurnt, "memberDeleteAccount", body{"smsCode": wrong(code)})
	c.Refused(t, reason.SMSCodeBurnt, "memberDeleteAccount", body{"smsCode": code})
	require.Equal(t, contract.DeletionDataStateNone, leaving(t, c).State)
}

// spec: 4.deletion-submitted, 1.deletion
func TestDeletionWaitsAndCanBeTakenBack(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	c.Refused(t, reason.CodeFirst, "memberDeleteAccount", body{"smsCode": "1234"})
	c.SendCode(t, 203)
	code := stack.Code(t, c.Phone)
	c.Refused(t, reason.SMSCodeWrong, "memberDeleteAccount", body{"smsCode": wrong(code)})
	key := uuid.NewString()
	first := c.CallWith(t, key, "memberDeleteAccount", body{"smsCode": code})
	require.True(t, first.Success, "%s", first.Body)
	again := c.CallWith(t, key, "memberDeleteAccount", body{"smsCode": code})
	require.JSONEq(t, string(first.Data), string(again.Data), "a lost answer is given again")

	status := leaving(t, c)
	require.Equal(t, contract.DeletionDataStateWaiting, status.State)
	require.WithinDuration(t, stack.Now().Add(wait), *status.DueAt, time.Minute)
	require.Equal(t, 168, status.WaitHours)
	require.False(t, status.HasPapers)

	t.Run("a deleting member sees nothing but the state", func(t *testing.T) {
		var me contract.MemberData
		c.OK(t, "memberQuery", body{}, &me)
		require.True(t, me.Deleting)
		require.Empty(t, me.Verification.Items)
		for _, call := range []string{"authList", "bankCardList", "loanList", "memberConsents", "memberDevices", "memberData"} {
			c.Refused(t, reason.AccountDeleting, call, body{})
		}
		c.Refused(t, reason.AccountDeleting, "memberSendSmsCode", body{"phoneNum": c.Phone, "type": 203})
	})
	t.Run("they can log in anew and take it back", func(t *testing.T) {
		second := another(t, c)
		require.Equal(t, contract.DeletionDataStateWaiting, leaving(t, second).State)
		var data contract.DeletionData
		second.OK(t, "memberWithdrawDeletion", body{}, &data)
		require.Equal(t, contract.DeletionDataStateWithdrawn, data.State)
		require.Nil(t, data.DueAt)
		second.Refused(t, reason.StateChanged, "memberWithdrawDeletion", body{})
		c.OK(t, "authList", body{}, nil)
	})
	t.Run("what was taken back is not done", func(t *testing.T) {
		stack.Advance(t, wait+time.Hour)
		erased, err := stack.Apps[0].Account.Erase(t.Context())
		require.NoError(t, err)
		require.Zero(t, erased)
	})
}

// spec: 4.deletion-no-return
func TestADeletedAccountLeavesNothingPersonalBehind(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	c.OK(t, "authSaveDraft", body{"topic": "personal", "data": body{"nickname": "Bí Mật"}}, nil)
	c.OK(t, "submitDataRecord", body{"pageId": "/m/mine", "buttonId": ""}, nil)
	c.OK(t, "submitDataRecord", body{"pageId": "/m/land", "buttonId": ""}, nil)
	order := m.apply(t, c, 2_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	c.OK(t, "orderCancel", body{"orderId": order.OrderID, "reason": "chồng tôi không đồng ý"}, nil)
	stays := m.Login(t)
	stays.OK(t, "submitDataRecord", body{"pageId": "/m/mine", "buttonId": ""}, nil)
	require.Equal(t, 3, m.leftOf(t, c).Words)
	c.OK(t, "supportMessage", body{"text": "Bao giờ tôi được vay nữa?"}, nil)
	desk := supportFlow(t, m.Stack)
	open, err := desk.Waiting(t.Context(), "ops:lan", paging.First(10))
	require.NoError(t, err)
	require.Len(t, open.Rows, 1)
	answer := upload(t, c, kindOf("identity"), photo(t))
	require.True(t, answer.Success)
	var file contract.FileData
	require.NoError(t, json.Unmarshal(answer.Data, &file))
	require.True(t, m.stored(t, "identity", file.FileID))
	require.True(t, leave(t, c).HasPapers)
	m.Advance(t, wait-time.Minute)
	erased, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased, "not before its time")
	c.OK(t, "memberQuery", body{}, nil)
	m.Advance(t, time.Minute)
	require.Eventually(t, func() bool { return c.Call(t, "memberQuery", body{}).Failure.Reason == reason.SessionEnded }, 60*time.Second, 50*time.Millisecond,
		"the job does it")
	require.Eventually(t, func() (done bool) {
		require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM account_deletion WHERE member_id = $1 AND outcome = 'done')`, c.MemberID).Scan(&done))
		return done
	}, 60*time.Second, 50*time.Millisecond, "what there may be a great deal of goes behind the end of the account")

	left := m.leftOf(t, c)
	require.Zero(t, left.Personal)
	require.Zero(t, left.Files, "pictures are erased")
	require.Zero(t, left.Words, "neither what they wrote about their orders nor which pages they looked at")
	require.Positive(t, left.Documents, "contracts and receipts of a loan that was paid out are kept")
	require.Positive(t, left.Texts)
	require.Positive(t, left.Orders)
	require.Eventually(t, func() bool { return !m.stored(t, "identity", file.FileID) }, 30*time.Second, 50*time.Millisecond, "the bytes go too")
	require.Equal(t, 1, m.leftOf(t, stays).Words, "of them alone")
	waiting, err := desk.Waiting(t.Context(), "ops:lan", paging.First(10))
	require.NoError(t, err)
	require.Empty(t, waiting.Rows, "nobody answers who is gone")
	require.Equal(t, reason.StateChanged, reason.Of(desk.Answer(t.Context(), "ops:lan", open.Rows[0].Number, "Tháng sau", true)))

	t.Run("the number cannot register again, and is told so after a right code alone", func(t *testing.T) {
		m.AdvanceWall(24 * time.Hour)
		known := m.Client(t)
		known.Phone = c.Phone
		unknown := m.Client(t)
		for _, call := range []string{"memberCheckPhone", "memberGetLoginType"} {
			deleted, never := known.Call(t, call, body{"phoneNum": known.Phone}), unknown.Call(t, call, body{"phoneNum": unknown.Phone})
			require.JSONEq(t, string(never.Body), string(deleted.Body), call)
		}
		known.SendCode(t, 200)
		code := m.Code(t, known.Phone)
		known.Refused(t, reason.SMSCodeWrong, "memberSmsLogin", login(known.Phone, wrong(code)))
		known.Refused(t, reason.PhoneErased, "memberSmsLogin", login(known.Phone, code))
		known.Refused(t, reason.CodeFirst, "memberSmsLogin", login(known.Phone, code))
	})
	t.Run("their documents go when no law asks for them any longer", func(t *testing.T) {
		m.Advance(t, 10*366*24*time.Hour)
		_, err := m.Apps[0].Account.Erase(t.Context())
		require.NoError(t, err)
		left := m.leftOf(t, c)
		require.Zero(t, left.Documents)
		require.Zero(t, left.Texts)
		require.Positive(t, left.Orders, "the books stay")
	})
}

// A certificate that was never requested is made before the borrower's name is erased, because it could not be made
// later.
func TestACertificateThatNobodyAskedForIsMadeBeforeTheNameGoes(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	require.Empty(t, m.certificates(t, c), "made when somebody asks")
	leave(t, c)
	m.Advance(t, wait)
	require.Eventually(t, func() bool { return m.leftOf(t, c).Personal == 0 }, 60*time.Second, 50*time.Millisecond, "the job does it")
	made := m.certificates(t, c)
	require.Len(t, made, 1)
	require.True(t, m.stored(t, "document", made[0]), "and outlives the erasure")
}

// A certificate that the borrower has fetched is not made again, and many concurrent requests make it once.
func TestACertificateThatIsThereIsNotMadeAgain(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	var order uuid.UUID
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT id FROM loan_order WHERE member_id = $1`, c.MemberID).Scan(&order))
	var together sync.WaitGroup
	for range 4 {
		together.Go(func() { c.OK(t, "repayCertificate", body{"orderId": order}, nil) })
	}
	together.Wait()
	fetched := m.certificates(t, c)
	require.Len(t, fetched, 1)
	leave(t, c)
	m.Advance(t, wait)
	require.Eventually(t, func() bool { return m.leftOf(t, c).Personal == 0 }, 60*time.Second, 50*time.Millisecond, "the job does it")
	require.Equal(t, fetched, m.certificates(t, c))
}

// certificates returns the file ids of a member's certificates.
func (m market) certificates(t *testing.T, c *apptest.Client) []uuid.UUID {
	t.Helper()
	rows, err := m.Pool.Query(t.Context(), `
		SELECT d.file_id FROM loan_document d JOIN loan_order o ON o.id = d.order_id
		WHERE o.member_id = $1 AND d.kind = 'settlement_certificate'`, c.MemberID)
	require.NoError(t, err)
	files, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	require.NoError(t, err)
	return files
}

// stored reports whether the object store holds a file.
func (m market) stored(t *testing.T, kind string, id uuid.UUID) bool {
	t.Helper()
	_, err := m.S3.Client.StatObject(t.Context(), m.S3.Prefix+kind, id.String(), minio.StatObjectOptions{})
	return err == nil
}

// leftovers counts the rows that are still stored of a member.
type leftovers struct{ Personal, Files, Documents, Texts, Orders, Words int }

func (m market) leftOf(t *testing.T, c *apptest.Client) leftovers {
	t.Helper()
	const count = `
		SELECT (SELECT count(*) FROM identity WHERE member_id = $1) + (SELECT count(*) FROM personal_info WHERE member_id = $1)
				+ (SELECT count(*) FROM company_info WHERE member_id = $1) + (SELECT count(*) FROM contact WHERE member_id = $1)
				+ (SELECT count(*) FROM verification_draft WHERE member_id = $1) + (SELECT count(*) FROM member WHERE id = $1 AND phone IS NOT NULL)
				+ (SELECT count(*) FROM bank_card WHERE member_id = $1 AND (holder_name <> '' OR account_hash IS NOT NULL OR account_last4 <> '' OR status <> 2))
				+ (SELECT count(*) FROM device WHERE member_id = $1 AND (label <> '' OR trusted_at IS NOT NULL))
				+ (SELECT count(*) FROM session WHERE member_id = $1 AND revoked_at IS NULL)
				+ (SELECT count(*) FROM idempotency_key WHERE scope = $1::text),
			(SELECT count(*) FROM file_object WHERE member_id = $1 AND erased_at IS NULL AND kind <> 'document'),
			(SELECT count(*) FROM file_object WHERE member_id = $1 AND erased_at IS NULL AND kind = 'document'),
			(SELECT count(*) FROM contract_acceptance a JOIN loan_order o ON o.id = a.order_id WHERE o.member_id = $1 AND a.body <> ''),
			(SELECT count(*) FROM loan_order WHERE member_id = $1),
			(SELECT count(*) FROM tracking_record r JOIN member m ON m.phone_hash = r.phone_hash WHERE m.id = $1)
				+ (SELECT count(*) FROM loan_order o JOIN order_event e ON e.order_id = o.id WHERE o.member_id = $1 AND e.event = 'cancelled' AND e.detail ->> 'reason' <> '')`
	var left leftovers
	require.NoError(t, m.Pool.QueryRow(t.Context(), count, c.MemberID).Scan(&left.Personal, &left.Files, &left.Documents, &left.Texts, &left.Orders, &left.Words))
	return left
}

// Of an application and a deletion at the same time on two processes, one is refused.
func TestNobodyLeavesAndAppliesAtOnce(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Processes(2))
	for range 6 {
		c := m.borrower(t)
		c.SendCode(t, 203)
		application, code := m.application(t, c, 2_000_000, 91), m.Code(t, c.Phone)
		var applied, left apptest.Answer
		var both sync.WaitGroup
		both.Go(func() { applied = c.Call(t, "loanApply", application) })
		both.Go(func() { left = c.Call(t, "memberDeleteAccount", body{"smsCode": code}) })
		both.Wait()
		require.NotEqual(t, applied.Success, left.Success, "%s\n%s", applied.Body, left.Body)
		if applied.Success {
			require.Equal(t, reason.DeleteRefused, left.Failure.Reason)
		} else {
			require.Equal(t, reason.AccountDeleting, applied.Failure.Reason)
		}
	}
}

// A withdrawal and the deletion job run at the same time on two processes: either all data stays or none.
func TestADeletionIsWithdrawnOrDone(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Processes(2))
	clients := make([]*apptest.Client, 6)
	for i := range clients {
		clients[i] = m.borrower(t)
		leave(t, clients[i])
	}
	m.Advance(t, wait)
	for _, c := range clients {
		var withdrawn apptest.Answer
		var all sync.WaitGroup
		for _, application := range m.Apps {
			all.Go(func() { _, _ = application.Account.Erase(t.Context()) })
		}
		all.Go(func() { withdrawn = c.Call(t, "memberWithdrawDeletion", body{}) })
		all.Wait()
		left := m.leftOf(t, c)
		if withdrawn.Success {
			require.Positive(t, left.Personal)
			c.OK(t, "authList", body{}, nil)
		} else {
			require.Zero(t, left.Personal)
		}
	}
}

// A payment that the bank reverses opens a debt again, and a member with a debt cannot leave.
func TestADebtThatOpensAgainStopsTheDeletion(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	leave(t, c)
	m.takeBack(t, c)
	m.Advance(t, wait)
	erased, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased)
	require.Positive(t, m.leftOf(t, c).Personal)
	status := leaving(t, c)
	require.Equal(t, contract.DeletionDataStateStopped, status.State)
	require.Len(t, noticesOf(t, c, "deletion_stopped"), 1)
	require.Len(t, status.Obstacles, 1)
}

// erased returns a borrower who repaid a loan, requested the deletion and has been erased.
func (m market) erased(t *testing.T) *apptest.Client {
	t.Helper()
	c := m.settled(t)
	leave(t, c)
	m.Advance(t, wait)
	m.erase(t, c)
	return c
}

// erase runs the deletion until the borrower is erased. It may take several runs, because the certificates are made
// first.
func (m market) erase(t *testing.T, c *apptest.Client) {
	t.Helper()
	require.Eventually(t, func() bool {
		_, err := m.Apps[0].Account.EraseNow(t.Context())
		require.NoError(t, err)
		var gone bool
		require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT status = 'deleted' FROM member WHERE id = $1`, c.MemberID).Scan(&gone))
		return gone
	}, 30*time.Second, 50*time.Millisecond)
}

// A request that began before its member was erased may write afterwards. One hour later this data is erased as well,
// once.
func TestWhatWasOnItsWayIsErasedBehindADeletion(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.erased(t)
	who := borrower.Borrower{
		ID: c.MemberID, DeviceID: uuid.New(), Region: m.Region(),
		IdempotencyKey: idempotency.Key{Scope: c.MemberID.String(), Route: "support/message", Key: uuid.NewString(), BodyHash: []byte("x")},
	}
	desk := supportFlow(t, m.Stack)
	_, err := desk.Send(t.Context(), who, customersupport.TicketForm{Kind: support.KindMessage, Text: "Bí mật"})
	require.NoError(t, err)
	_, err = m.Apps[0].Media.PutPicture(t.Context(), m.Pool, c.MemberID, who.DeviceID, media.Identity, photo(t).content, m.Now())
	require.NoError(t, err)
	left := func() (words, files, due int) {
		t.Helper()
		require.NoError(t, m.Pool.QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM support_message s JOIN support_ticket k ON k.id = s.ticket_id WHERE k.member_id = $1 AND s.body <> ''),
				(SELECT count(*) FROM file_object WHERE member_id = $1 AND kind = 'identity' AND erased_at IS NULL),
				(SELECT count(*) FROM account_deletion WHERE member_id = $1 AND erased_again_at IS NULL)`, c.MemberID).Scan(&words, &files, &due))
		return words, files, due
	}
	m.Advance(t, time.Hour)
	_, err = m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	words, files, due := left()
	require.Zero(t, words)
	require.Zero(t, files)
	require.Zero(t, due)
	waiting, err := desk.Waiting(t.Context(), "ops:lan", paging.First(10))
	require.NoError(t, err)
	require.Empty(t, waiting.Rows)
}

// A refund in progress needs the borrower's account: it stops a pending deletion and blocks a new one.
func TestMoneyOnItsWayBackKeepsTheAccount(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	leave(t, c)
	var memo string
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT code FROM payment_intent WHERE member_id = $1`, c.MemberID).Scan(&memo))
	// The bank does not know this payment, so its refund never ends.
	again := report("O"+c.Phone, memo, 50_000, m.Now())
	require.Equal(t, http.StatusOK, hook(t, c, "sandbox", callbackKey(m.Stack), time.Now(), again).Status)
	require.True(t, leaving(t, c).RefundPending)
	m.Advance(t, wait)
	erased, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased)
	require.Positive(t, m.leftOf(t, c).Personal)
	status := leaving(t, c)
	require.Equal(t, contract.DeletionDataStateStopped, status.State)
	require.Empty(t, status.Obstacles)
	m.AdvanceWall(24 * time.Hour)
	c.SendCode(t, 203)
	c.Refused(t, reason.DeleteRefund, "memberDeleteAccount", body{"smsCode": m.Code(t, c.Phone)})
}

// Every table that refers to a member states what happens to its rows when the member leaves. A new table must be added
// here, and to account.Copy and account.Erase.
func TestEveryTableOfAMemberIsThoughtOfWhenSheLeaves(t *testing.T) {
	t.Parallel()
	fates := map[string]string{
		"face_check": "gone", "face_frame": "gone", "face_enrolment": "blank: that there was one",
		"device_approval": "gone", "identity": "gone", "identity_review": "gone", "personal_info": "gone", "company_info": "gone", "contact": "gone", "verification_draft": "gone",
		"product_freeze": "gone", "carrier_session": "gone", "login_origin": "gone", "conversion": "gone", "notice": "gone", "support_draft": "gone",
		"file_object": "pictures erased, documents when no law asks for them any longer", "device": "blank", "session": "ended", "bank_card": "blank",
		"support_ticket": "blank", "hardship": "blank", "repayment_proof": "blank", "loan_order": "kept, without what they wrote",
		"account_deletion": "kept", "consent": "kept: why their data were held", "credit_profile": "kept with the loans", "credit_event": "kept with the loans",
		"loan": "kept: the books", "payment": "kept: the books", "payment_intent": "kept: the books", "reminder": "kept: when we wrote, not what",
	}
	rows, err := apptest.Start(t).Owner.Query(t.Context(), `
		SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'member_id' ORDER BY 1`)
	require.NoError(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	for _, table := range tables {
		require.Contains(t, fates, table, "what becomes of it when its member leaves?")
	}
	m := newMarket(t)
	c := m.settled(t)
	c.LetIn(t, another(t, c))
	leave(t, c)
	m.Advance(t, wait)
	m.erase(t, c)
	for _, table := range tables {
		if fates[table] != "gone" {
			continue
		}
		var left int
		require.NoError(t, m.Owner.QueryRow(t.Context(), `SELECT count(*) FROM `+table+` WHERE member_id = $1`, c.MemberID).Scan(&left))
		require.Zero(t, left, table)
	}
}
