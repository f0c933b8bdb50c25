package api_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// sections returns the copy of the data of a member who has just entered a code, by section.
func sections(t *testing.T, c *apptest.Client) map[string][]map[string]any {
	t.Helper()
	var data contract.MemberCopyData
	c.OK(t, "memberData", body{}, &data)
	all := map[string][]map[string]any{}
	for _, s := range data.Sections {
		all[s.Name] = s.Records
	}
	return all
}

// Every table that refers to a member states which section of the data copy contains its rows. A new table must be added here,
// and to the export of its package.
func TestEveryMemberTableIsInTheDataCopy(t *testing.T) {
	t.Parallel()
	const left = "" // out of the copy
	in := map[string]string{
		"account_deletion": "deletions", "bank_card": "bankCards", "carrier_session": "carrier", "company_info": "company", "consent": "consents",
		"contact": "contacts", "conversion": "reported", "credit_event": "creditHistory", "credit_profile": "credit", "device": "devices",
		"device_approval": "deviceApprovals", "face_check": "faceChecks", "face_enrolment": "faceEnrolments", "file_object": "files",
		"hardship": "hardship", "identity": "identity", "loan": "orders", "loan_order": "orders", "login_origin": "origin", "notice": "notices",
		"payment": "payments", "payment_intent": "paymentCodes", "personal_info": "personal", "product_freeze": "waitingTimes", "reminder": "reminders",
		"repayment_proof": "proofs", "session": "sessions", "support_draft": "letterDrafts", "support_ticket": "tickets", "verification_draft": "drafts",
		"face_frame": left, "identity_review": left, // hashes of pictures; what another member's number has to do with
	}
	m := newMarket(t)
	c, _ := m.disbursed(t)
	rows, err := m.Owner.Query(t.Context(), `
		SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'member_id' ORDER BY 1`)
	require.NoError(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	c.Refresh(t, 204)
	copied := sections(t, c)
	for _, table := range tables {
		section, stated := in[table]
		require.True(t, stated, "%s is in no section", table)
		if section != left {
			require.Contains(t, copied, section, table)
		}
	}
	require.Equal(t, "succeeded", copied["payouts"][0]["state"])
}

func TestDataCopyContainsReminders(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, order := m.disbursed(t)
	_, err := m.Owner.Exec(t.Context(), `
		INSERT INTO reminder (member_id, order_id, due_date, day, send_on, state, created_at, sent_at)
		VALUES ($1, $2, '2026-12-01', -1, '2026-11-30', 'sent', $3, $3)`, c.MemberID, order.OrderID, m.Now())
	require.NoError(t, err)
	c.Refresh(t, 204)
	sent := sections(t, c)["reminders"]
	require.Len(t, sent, 1)
	for field, want := range map[string]string{"orderNo": order.OrderNo, "dueDate": "2026-12-01", "date": "2026-11-30", "state": "sent"} {
		require.Equal(t, want, sent[0][field], field)
	}
}
