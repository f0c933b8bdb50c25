package api_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/door/ops"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// tryOperate runs an operator command. sentence is its output, or the reason why it did nothing.
func (m market) tryOperate(t *testing.T, line ...string) (sentence string, done bool) {
	t.Helper()
	var commands ops.Commands
	var out bytes.Buffer
	parser, err := kong.New(&commands, kong.Writers(&out, &out))
	require.NoError(t, err)
	parsed, err := parser.Parse(append([]string{"--by=anna"}, line...))
	require.NoError(t, err)
	parsed.BindTo(t.Context(), (*context.Context)(nil))
	parsed.Bind(ops.Opener(func(context.Context) (*ops.Access, error) { return m.office(t), nil }))
	if err := parsed.Run(); err != nil {
		return ops.Sentence(err), false
	}
	return out.String(), true
}

// identified returns a borrower with a proved identity and the last four characters of its number.
func (m market) identified(t *testing.T) (c *apptest.Client, number, last4 string) {
	t.Helper()
	c = m.Login(t)
	number = "001199" + c.Phone[len(c.Phone)-6:]
	c.OK(t, "authIdentity", identityBody(t, c, number), nil)
	return c, number, number[len(number)-4:]
}

// changeNumber requests a new phone number for an account.
func (m market) changeNumber(t *testing.T, old, fresh *apptest.Client) (sentence string, done bool) {
	t.Helper()
	return m.tryOperate(t, "member", "change-number", old.Phone, fresh.Phone, "--note=called, and named their last payment")
}

// A borrower who has lost the number and every phone that was logged in gets the account back with another number. The
// new holder of the old number does not reach it.
func TestOperatorChangesPhoneNumber(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	old, number, last4 := m.identified(t)
	verifyNumber(t, old)
	_, err := m.Owner.Exec(t.Context(), `INSERT INTO tracking_record (phone_hash, page_id, button_id, at) SELECT phone_hash, 'home', '', $2 FROM member WHERE id = $1`, old.MemberID, m.Apps[0].Clock.Now())
	require.NoError(t, err)
	old.OK(t, "memberLogout", body{}, nil)
	guesser := newDevice(t, old)
	for m.AdvanceWall(24 * time.Hour); guesser.Call(t, "memberSecondFact", body{"idLast4": "0000"}).Failure.Reason == reason.SecondFactWrong; {
		m.AdvanceWall(6 * time.Hour)
	}
	fresh := m.Login(t)
	fresh.OK(t, "authPersonal", personalBody(), nil)
	fresh.Refused(t, reason.IdentityUnconfirmed, "authIdentity", identityBody(t, fresh, number))
	fresh.SendCode(t, 204)

	said, done := m.changeNumber(t, old, fresh)
	require.True(t, done, said)
	require.NotContains(t, said, old.Phone)
	old.Refused(t, reason.SessionEnded, "memberQuery", body{})
	fresh.Refused(t, reason.SessionEnded, "memberQuery", body{})
	guesser.Refused(t, reason.SessionEnded, "memberQuery", body{})
	var codes, pages int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM sms_code), (SELECT count(*) FROM tracking_record)`).Scan(&codes, &pages))
	require.Zero(t, codes, "the codes of both numbers are deleted")
	require.Zero(t, pages, "the page records of the old number are deleted")
	require.Empty(t, m.reviewsOf(t, fresh.MemberID), "no identity review is open")

	given := fresh.MemberID
	said, done = m.changeNumber(t, old, fresh)
	require.True(t, done, said)
	require.Contains(t, said, "already")
	loginAgain(t, fresh)
	require.Equal(t, old.MemberID, fresh.MemberID, "a login with the new number reaches the account")
	fresh.Refused(t, reason.SecondFactNeeded, "authList", body{})
	fresh.OK(t, "memberSecondFact", body{"idLast4": last4}, nil)
	var me contract.MemberData
	fresh.OK(t, "memberQuery", body{}, &me)
	require.NotEmpty(t, me.Name)
	require.Equal(t, contract.OptIndexDataStateTodo, index(t, fresh).State, "the carrier verification was of the old number")

	newcomer := m.Client(t)
	newcomer.Phone = old.Phone
	newcomer.Login(t)
	require.NotContains(t, []uuid.UUID{old.MemberID, given}, newcomer.MemberID)
	newcomer.OK(t, "memberQuery", body{}, &me)
	require.False(t, me.SecondFactNeeded)
	said, done = m.changeNumber(t, old, fresh)
	require.True(t, done, said)
	require.Contains(t, said, "already", "the repeated command succeeds although the old number has a new holder")

	newcomer.OK(t, "authIdentity", identityBody(t, newcomer, "001199000321"), nil)
	said, done = m.changeNumber(t, old, fresh)
	require.False(t, done)
	require.Contains(t, said, "it belongs to somebody", "the command now means the newcomer's account")
	fresh.OK(t, "memberQuery", body{}, &me)
	newcomer.OK(t, "memberQuery", body{}, &me)
	said, done = m.changeNumber(t, fresh, newcomer)
	require.False(t, done)
	require.Contains(t, said, "it belongs to somebody", "a change to the number of another account is refused")
	var status string
	var left int
	_, err = m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT status, (SELECT count(*) FROM personal_info WHERE member_id = member.id) FROM member WHERE id = $1`, given).Scan(&status, &left))
	require.Equal(t, "deleted", status)
	require.Zero(t, left, "the personal data of the replaced account is erased")
	var why string
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT detail->>'why' FROM audit_log WHERE action = 'member.number_changed' AND actor = 'ops:anna' AND subject = $1`,
		"member:"+old.MemberID.String()).Scan(&why))
	require.Equal(t, "called, and named their last payment", why)
}

// reviewsOf returns the pending reviews of a member's ID numbers.
func (m market) reviewsOf(t *testing.T, member uuid.UUID) (ids []uuid.UUID) {
	t.Helper()
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT COALESCE(array_agg(id), '{}') FROM identity_review WHERE member_id = $1 AND closed_at IS NULL`, member).Scan(&ids))
	return ids
}

func TestPhoneNumberChangeRefusals(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	known, _, _ := m.identified(t)
	other, _, _ := m.identified(t)
	stranger, nobody := m.Login(t), m.Client(t)
	leaving := m.Login(t)
	requestDeletion(t, leaving)
	for name, one := range map[string]struct {
		old, fresh *apptest.Client
		why        string
	}{
		"a new number without a login":       {known, nobody, "nobody has logged in with the new number"},
		"an unknown old number":              {nobody, stranger, "nobody has registered"},
		"the number of another member":       {known, other, "it belongs to somebody"},
		"an account without an identity":     {stranger, known, "has no verified identity"},
		"the same number":                    {known, known, "both numbers are the same"},
		"an account with a pending deletion": {known, leaving, "is being deleted"},
	} {
		said, done := m.changeNumber(t, one.old, one.fresh)
		require.False(t, done, name)
		require.Contains(t, said, one.why, name)
	}
	for _, c := range []*apptest.Client{known, other, stranger} {
		c.OK(t, "memberQuery", body{}, nil)
	}
}

// A member who registered somebody else's ID number first loses it to its owner, together with everything based on it.
func TestIDNumberIsReleasedToOwner(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	holder, number, _ := m.identified(t)
	holder.OK(t, "authPersonal", personalBody(), nil)
	m.card(t, holder, "1903"+apptest.Phone()[1:])
	owner := m.Login(t)
	owner.Refused(t, reason.IdentityUnconfirmed, "authIdentity", identityBody(t, owner, number))
	review := m.reviewsOf(t, owner.MemberID)[0].String()

	said, done := m.tryOperate(t, "identities", "release", review, "--note=compared the pictures")
	require.True(t, done, said)
	var me contract.MemberData
	holder.OK(t, "memberQuery", body{}, &me)
	require.Empty(t, me.Name)
	require.Zero(t, me.Verification.Done)
	var cards contract.BankCardsData
	holder.OK(t, "bankCardList", body{}, &cards)
	require.Empty(t, cards.Cards)
	var pictures int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM file_object WHERE member_id = $1 AND erased_at IS NULL`, holder.MemberID).Scan(&pictures))
	require.Zero(t, pictures)
	require.Empty(t, m.reviewsOf(t, owner.MemberID))
	require.Len(t, noticesOf(t, holder, string(notify.IdentityReleased)), 1)
	require.Len(t, noticesOf(t, owner, string(notify.IdentityOpen)), 1)
	owner.OK(t, "authIdentity", identityBody(t, owner, number), nil)
	said, done = m.tryOperate(t, "identities", "release", review, "--note=again")
	require.False(t, done)
	require.Contains(t, said, "no open review")
	var why string
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT detail->>'why' FROM audit_log WHERE action = 'identity.released' AND actor = 'ops:anna' AND subject = $1`,
		"member:"+holder.MemberID.String()).Scan(&why))
	require.Equal(t, "compared the pictures", why)
}

// A loan taken with an identity stays with the member who took it.
func TestIDNumberWithLoanIsNotReleased(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	for name, lend := range map[string]func() *apptest.Client{
		"an open application": func() *apptest.Client {
			c := m.borrower(t)
			m.apply(t, c, 10_000_000, 91)
			return c
		},
		"a repaid loan": func() *apptest.Client { return m.settled(t) },
	} {
		holder, owner := lend(), m.Login(t)
		var review uuid.UUID
		require.NoError(t, m.Pool.QueryRow(t.Context(), `
			WITH known AS (UPDATE identity SET id_number_hash = sha256(id_number_hash) WHERE member_id = $2 RETURNING id_number_hash)
			INSERT INTO identity_review (member_id, id_number_hash, asked_at) SELECT $1, id_number_hash, $3 FROM known
			RETURNING id`, owner.MemberID, holder.MemberID, m.Apps[0].Clock.Now()).Scan(&review))
		said, done := m.tryOperate(t, "identities", "release", review.String(), "--note=x")
		require.False(t, done, name)
		require.Contains(t, said, "stays theirs", name)
		holder.OK(t, "bankCardList", body{}, nil)
		require.Len(t, m.reviewsOf(t, owner.MemberID), 1, name)
	}
}
