package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/minio/minio-go/v7"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// wait is the default time during which a deletion request can be withdrawn.
const wait = 168 * time.Hour

func deletionStatus(t testing.TB, c *apptest.Client) contract.DeletionData {
	t.Helper()
	var data contract.DeletionData
	c.OK(t, "memberDeletionStatus", body{}, &data)
	return data
}

// requestDeletion requests the deletion of an account with a code.
func requestDeletion(t testing.TB, c *apptest.Client) contract.DeletionData {
	t.Helper()
	c.SendCode(t, 203)
	var data contract.DeletionData
	c.OK(t, "memberDeleteAccount", body{"smsCode": c.Stack.Code(t, c.Phone)}, &data)
	return data
}

// disbursed returns a borrower with a disbursed loan.
func (m market) disbursed(t *testing.T) (*apptest.Client, contract.OrderRef) {
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
	c, order := m.disbursed(t)
	m.payOff(t, c, order.OrderID)
	return c
}

// payOff pays everything that a loan owes.
func (m market) payOff(t *testing.T, c *apptest.Client, order uuid.UUID) {
	t.Helper()
	var intent contract.PayIntentData
	c.OK(t, "repayBank", body{"orderId": order, "amount": 1, "purpose": "payoff"}, &intent)
	event := report("L"+c.Phone, intent.Memo, intent.Amount, m.Now())
	require.Equal(t, http.StatusOK, hook(t, c, "sandbox", callbackKey(m.Stack), time.Now(), event).Status)
}

// spec: 4.deletion-refused
func TestDeletionIsRefusedWhileAnOrderIsInProgress(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	order := m.apply(t, c, 2_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	status := deletionStatus(t, c)
	require.Equal(t, contract.DeletionDataStateNone, status.State)
	require.Len(t, status.Obstacles, 1)
	require.Equal(t, order.OrderNo, status.Obstacles[0].OrderNo)

	c.SendCode(t, 203)
	code := m.Code(t, c.Phone)
	answer := c.Refused(t, reason.DeleteRefused, "memberDeleteAccount", body{"smsCode": code})
	require.Contains(t, answer.Msg, order.OrderNo, "the message names the order")
	c.OK(t, "orderCancel", body{"orderId": order.OrderID}, nil)
	c.OK(t, "memberDeleteAccount", body{"smsCode": code}, nil)
}

// A refused deletion is rolled back, but the wrong code that caused it is still counted.
func TestWrongDeletionCodesAreCounted(t *testing.T) {
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
	require.Equal(t, contract.DeletionDataStateNone, deletionStatus(t, c).State)
}

// spec: 4.deletion-submitted, 1.deletion
func TestDeletionWaitsAndCanBeWithdrawn(t *testing.T) {
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
	require.JSONEq(t, string(first.Data), string(again.Data), "a retry with the same key returns the same data")

	status := deletionStatus(t, c)
	require.Equal(t, contract.DeletionDataStateWaiting, status.State)
	require.WithinDuration(t, stack.Now().Add(wait), *status.DueAt, time.Minute)
	require.Equal(t, 168, status.WaitHours)
	require.False(t, status.HasPapers)

	t.Run("a member with a pending deletion can only read its status", func(t *testing.T) {
		var me contract.MemberData
		c.OK(t, "memberQuery", body{}, &me)
		require.True(t, me.Deleting)
		require.Empty(t, me.Verification.Items)
		for _, call := range []string{"authList", "bankCardList", "loanList", "memberConsents", "memberDevices", "memberData"} {
			c.Refused(t, reason.AccountDeleting, call, body{})
		}
		c.Refused(t, reason.AccountDeleting, "memberSendSmsCode", body{"phoneNum": c.Phone, "type": 203})
	})
	t.Run("the member can log in again and withdraw the deletion", func(t *testing.T) {
		second := newDevice(t, c)
		require.Equal(t, contract.DeletionDataStateWaiting, deletionStatus(t, second).State)
		var data contract.DeletionData
		second.OK(t, "memberWithdrawDeletion", body{}, &data)
		require.Equal(t, contract.DeletionDataStateWithdrawn, data.State)
		require.Nil(t, data.DueAt)
		second.Refused(t, reason.StateChanged, "memberWithdrawDeletion", body{})
		c.OK(t, "authList", body{}, nil)
	})
	t.Run("a withdrawn deletion is not carried out", func(t *testing.T) {
		stack.Advance(t, wait+time.Hour)
		erased, err := stack.Apps[0].Account.Erase(t.Context())
		require.NoError(t, err)
		require.Zero(t, erased)
	})
}

// spec: 4.deletion-no-return
func TestDeletionErasesPersonalData(t *testing.T) {
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
	require.Equal(t, 3, m.remaining(t, c).Words)
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
	require.True(t, requestDeletion(t, c).HasPapers)
	m.Advance(t, wait-time.Minute)
	erased, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased, "the account is not erased before the waiting time ends")
	c.OK(t, "memberQuery", body{}, nil)
	m.Advance(t, time.Minute)
	require.Eventually(t, func() bool { return c.Call(t, "memberQuery", body{}).Failure.Reason == reason.SessionEnded }, 60*time.Second, 50*time.Millisecond,
		"the deletion job ends the session")
	require.Eventually(t, func() (done bool) {
		require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM account_deletion WHERE member_id = $1 AND outcome = 'done')`, c.MemberID).Scan(&done))
		return done
	}, 60*time.Second, 50*time.Millisecond, "the deletion is completed after the account has been closed")

	left := m.remaining(t, c)
	require.Zero(t, left.Personal)
	require.Zero(t, left.Files, "all files except documents are erased")
	require.Zero(t, left.Words, "texts about orders and page records are erased")
	require.Positive(t, left.Documents, "contracts and receipts of a loan that was paid out are kept")
	require.Positive(t, left.Texts)
	require.Positive(t, left.Orders)
	require.Eventually(t, func() bool { return !m.stored(t, "identity", file.FileID) }, 30*time.Second, 50*time.Millisecond, "the object store no longer holds the file")
	require.Equal(t, 1, m.remaining(t, stays).Words, "the page records of another member are kept")
	waiting, err := desk.Waiting(t.Context(), "ops:lan", paging.First(10))
	require.NoError(t, err)
	require.Empty(t, waiting.Rows, "tickets of an erased member do not wait for an answer")
	require.Equal(t, reason.StateChanged, reason.Of(desk.Answer(t.Context(), "ops:lan", open.Rows[0].Number, "Tháng sau", true)))

	t.Run("the number cannot register again, which only a correct code reveals", func(t *testing.T) {
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
	t.Run("documents are erased after their legal retention time", func(t *testing.T) {
		m.Advance(t, 10*366*24*time.Hour)
		_, err := m.Apps[0].Account.Erase(t.Context())
		require.NoError(t, err)
		left := m.remaining(t, c)
		require.Zero(t, left.Documents)
		require.Zero(t, left.Texts)
		require.Positive(t, left.Orders, "orders are kept for the books")
	})
}

// A certificate that was never requested is made before the borrower's name is erased, because it could not be made
// later.
func TestMissingCertificateIsMadeBeforeErasure(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	require.Empty(t, m.certificates(t, c), "a certificate is made on request")
	requestDeletion(t, c)
	m.Advance(t, wait)
	require.Eventually(t, func() bool { return m.remaining(t, c).Personal == 0 }, 60*time.Second, 50*time.Millisecond, "the deletion job erases the personal data")
	made := m.certificates(t, c)
	require.Len(t, made, 1)
	require.True(t, m.stored(t, "document", made[0]), "the certificate is kept after the erasure")
}

// A certificate that the borrower has fetched is not made again, and many concurrent requests make it once.
func TestExistingCertificateIsNotMadeAgain(t *testing.T) {
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
	requestDeletion(t, c)
	m.Advance(t, wait)
	require.Eventually(t, func() bool { return m.remaining(t, c).Personal == 0 }, 60*time.Second, 50*time.Millisecond, "the deletion job erases the personal data")
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

func (m market) remaining(t *testing.T, c *apptest.Client) leftovers {
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
func TestConcurrentDeletionAndApplicationRefuseOne(t *testing.T) {
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
func TestConcurrentWithdrawalAndErasureExcludeEachOther(t *testing.T) {
	t.Parallel()
	m := newMarket(t, apptest.Processes(2))
	clients := make([]*apptest.Client, 6)
	for i := range clients {
		clients[i] = m.borrower(t)
		requestDeletion(t, clients[i])
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
		left := m.remaining(t, c)
		if withdrawn.Success {
			require.Positive(t, left.Personal)
			c.OK(t, "authList", body{}, nil)
		} else {
			require.Zero(t, left.Personal)
		}
	}
}

// A payment that the bank reverses opens a debt again, and a member with a debt cannot leave.
func TestReopenedDebtStopsDeletion(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	requestDeletion(t, c)
	m.reversePayment(t, c)
	m.Advance(t, wait)
	erased, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased)
	require.Positive(t, m.remaining(t, c).Personal)
	status := deletionStatus(t, c)
	require.Equal(t, contract.DeletionDataStateStopped, status.State)
	require.Len(t, noticesOf(t, c, "deletion_stopped"), 1)
	require.Len(t, status.Obstacles, 1)
}

// erased returns a borrower who repaid a loan, requested the deletion and has been erased.
func (m market) erased(t *testing.T) *apptest.Client {
	t.Helper()
	c := m.settled(t)
	requestDeletion(t, c)
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
func TestWritesInFlightDuringDeletionAreErasedLater(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.erased(t)
	desk, device := supportFlow(t, m.Stack), uuid.New()
	// A ticket requires that the session is still valid. A server of the version before writes it without that.
	b := &pgx.Batch{}
	support.QueueTicket(b, support.Ticket{
		ID: uuid.New(), Number: "YC000000ABCDEF", MemberID: c.MemberID, Kind: support.KindMessage, DueOn: m.Region().Today(m.Now()), CreatedAt: m.Now(),
	}, support.Message{Author: support.ByBorrower, Body: "Bí mật", At: m.Now()}, device)
	require.NoError(t, m.Pool.SendBatch(t.Context(), b).Close())
	_, err := m.Apps[0].Media.PutPicture(t.Context(), m.Pool, c.MemberID, device, media.Identity, photo(t).content, m.Now())
	require.NoError(t, err)
	left := func() (words, files, due int) {
		t.Helper()
		require.NoError(t, m.Pool.QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM support_message s JOIN support_ticket k ON k.id = s.ticket_id WHERE k.member_id = $1 AND s.body <> ''),
				(SELECT count(*) FROM file_object WHERE member_id = $1 AND kind = 'identity' AND erased_at IS NULL),
				(SELECT count(*) FROM account_deletion WHERE member_id = $1 AND erased_again_at IS NULL)`, c.MemberID).Scan(&words, &files, &due))
		return words, files, due
	}
	words, files, due := left()
	require.Equal(t, []int{1, 1, 1}, []int{words, files, due}, "the writes arrived")
	m.Advance(t, time.Hour)
	_, err = m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	words, files, due = left()
	require.Zero(t, words)
	require.Zero(t, files)
	require.Zero(t, due)
	waiting, err := desk.Waiting(t.Context(), "ops:lan", paging.First(10))
	require.NoError(t, err)
	require.Empty(t, waiting.Rows)
}

// A refund in progress needs the borrower's account: it stops a pending deletion and blocks a new one.
func TestPendingRefundPreventsDeletion(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	requestDeletion(t, c)
	var memo string
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT code FROM payment_intent WHERE member_id = $1`, c.MemberID).Scan(&memo))
	// The bank does not know this payment, so its refund never ends.
	again := report("O"+c.Phone, memo, 50_000, m.Now())
	require.Equal(t, http.StatusOK, hook(t, c, "sandbox", callbackKey(m.Stack), time.Now(), again).Status)
	require.True(t, deletionStatus(t, c).RefundPending)
	m.Advance(t, wait)
	erased, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased)
	require.Positive(t, m.remaining(t, c).Personal)
	status := deletionStatus(t, c)
	require.Equal(t, contract.DeletionDataStateStopped, status.State)
	require.Empty(t, status.Obstacles)
	m.AdvanceWall(24 * time.Hour)
	c.SendCode(t, 203)
	c.Refused(t, reason.DeleteRefund, "memberDeleteAccount", body{"smsCode": m.Code(t, c.Phone)})
}

// Every table that refers to a member states what happens to its rows when the member leaves. A new table must be added
// here, and to account.Copy and account.Erase.
func TestEveryMemberTableHasDeletionRule(t *testing.T) {
	t.Parallel()
	rules := map[string]string{
		"face_check": "deleted", "face_frame": "deleted", "face_enrolment": "blanked, kept: that there was one",
		"device_approval": "deleted", "identity": "deleted", "identity_review": "deleted", "personal_info": "deleted", "company_info": "deleted", "contact": "deleted", "verification_draft": "deleted",
		"product_freeze": "deleted", "carrier_session": "deleted", "login_origin": "deleted", "conversion": "deleted", "notice": "deleted", "support_draft": "deleted",
		"file_object": "pictures erased, documents erased after their legal retention time", "device": "blanked", "session": "ended", "bank_card": "blanked",
		"support_ticket": "blanked", "hardship": "blanked", "repayment_proof": "blanked", "loan_order": "kept, without the borrower's text",
		"account_deletion": "kept", "consent": "kept: the legal basis for holding the data", "credit_profile": "kept with the loans", "credit_event": "kept with the loans",
		"loan": "kept: the books", "payment": "kept: the books", "payment_intent": "kept: the books", "reminder": "kept: the times of reminders, not their texts",
	}
	rows, err := apptest.Start(t).Owner.Query(t.Context(), `
		SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'member_id' ORDER BY 1`)
	require.NoError(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	for _, table := range tables {
		require.Contains(t, rules, table, "the table has no deletion rule")
	}
	m := newMarket(t)
	c := m.settled(t)
	c.LetIn(t, newDevice(t, c))
	for _, row := range []string{
		`INSERT INTO face_check (token_hash, scene, member_id, device_id, app_product_id, state, nonce, steps, opened_at, expires_at, ended_at)
			SELECT '\x01', 'login', $1, id, '20005', 'passed', '', '{}', now(), now(), now() FROM device WHERE member_id = $1 LIMIT 1`,
		`INSERT INTO face_frame (member_id, hash, seen_at) VALUES ($1, '\x01', now())`,
		`INSERT INTO identity_review (member_id, id_number_hash, asked_at) VALUES ($1, sha256('x'), now())`,
		`INSERT INTO verification_draft (member_id, topic, device_id, data_enc, saved_at) VALUES ($1, 'personal', gen_random_uuid(), 'x', now())`,
		`INSERT INTO product_freeze (member_id, product_id, available_at, reason) VALUES ($1, gen_random_uuid(), now(), 'x')`,
		`INSERT INTO carrier_session (id, member_id, region, carrier, kind, way, state, created_at, expires_at, ended_at)
			VALUES (gen_random_uuid(), $1, 'vi', 'viettel', 'verify', 'code', 'expired', now(), now(), now())`,
		`INSERT INTO login_origin (member_id, new_member, channel_code, app_product_id, ads_consent, at) VALUES ($1, true, 'organic', '20005', false, now())`,
		`INSERT INTO conversion (member_id, event, subject, channel_code, state, at) VALUES ($1, 'registration', 'x', 'organic', 'sent', now())`,
		`INSERT INTO support_draft (member_id, name, device_id, data, saved_at) VALUES ($1, 'message', gen_random_uuid(), '{}', now())`,
	} {
		_, err := m.Owner.Exec(t.Context(), row, c.MemberID)
		require.NoError(t, err, row)
	}
	left := func(table string) (rows int) {
		require.NoError(t, m.Owner.QueryRow(t.Context(), `SELECT count(*) FROM `+table+` WHERE member_id = $1`, c.MemberID).Scan(&rows))
		return rows
	}
	deleted := slices.DeleteFunc(tables, func(table string) bool { return rules[table] != "deleted" })
	for _, table := range deleted {
		require.Positive(t, left(table), "%s: without rows the test cannot see whether they are deleted", table)
	}
	requestDeletion(t, c)
	m.Advance(t, wait)
	m.erase(t, c)
	for _, table := range deleted {
		require.Zero(t, left(table), table)
	}
}
