package kyc_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// borrower is a member whose forms and drafts all contain their name. They were typed on their device; the draft of the card form
// was typed on another one as well, later.
type borrower struct {
	fixture
	name, last4 string
	front       uuid.UUID
	review      uuid.UUID
}

// newBorrower inserts a borrower. number is that of their ID card; if it is empty, they have not proved an identity. A review is
// open because of the number of another one, claimed.
func newBorrower(t *testing.T, tx pgx.Tx, name, number, claimed string) borrower {
	t.Helper()
	p := borrower{fixture: fixture{tx: tx, member: newMember(t, tx), ownDevice: uuid.New(), otherDevice: uuid.New()}, name: name, review: uuid.New()}
	for device, trusted := range map[uuid.UUID]*time.Time{p.ownDevice: &now, p.otherDevice: nil} {
		p.exec(t, `INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, uuid_send($1), $3, $4, $4)`, device, p.member, trusted, now)
	}
	k := service(t)
	people := contacts()
	for i := range people {
		people[i].Name = fmt.Sprintf("%s %c", name, 'C'-i)
	}
	personal, company := personalForm(), companyForm()
	personal.Nickname, company.CompanyName = name, name
	personal.ResidenceTime, company.WorkTime = p.kind(), p.kind()
	require.NoError(t, send(t, tx, func(b *pgx.Batch) {
		kyc.QueuePersonal(b, p.member, p.ownDevice, personal, now)
		kyc.QueueCompany(b, p.member, p.ownDevice, company, now)
		kyc.QueueContacts(b, p.member, p.ownDevice, people, now)
		for _, topic := range []kyc.Topic{kyc.Identity, kyc.Personal, kyc.BankCard} {
			require.NoError(t, k.QueueDraft(b, p.member, p.ownDevice, topic, json.RawMessage(fmt.Sprintf(`{"name": %q, "topic": %q}`, name, topic)), now))
		}
		require.NoError(t, k.QueueDraft(b, p.member, p.otherDevice, kyc.BankCard, json.RawMessage(fmt.Sprintf(`{"name": %q, "later": true}`, name)), now.Add(time.Minute)))
	}))
	if number != "" {
		p.last4 = number[len(number)-4:]
		p.prove(t, number)
	}
	require.NoError(t, k.RequestReview(t.Context(), tx, vietnam, p.member, kyc.IdentityChecked{IdentityForm: kyc.IdentityForm{Number: claimed}}, now))
	require.NoError(t, tx.QueryRow(t.Context(), `SELECT id FROM identity_review WHERE member_id = $1`, p.member).Scan(&p.review))
	return p
}

// kind differs between the borrowers, in the fields that are numbers.
func (p *borrower) kind() int { return int(p.name[0] - 'A' + 1) }

func (p *borrower) prove(t *testing.T, number string) {
	t.Helper()
	p.front = newFile(t, p.tx, p.member, "identity")
	form := identityForm(p.front, newFile(t, p.tx, p.member, "identity"))
	form.Name, form.Number = p.name, number
	require.NoError(t, send(t, p.tx, func(b *pgx.Batch) {
		service(t).QueueIdentity(b, vietnam, p.member, phone, checked(t, form), false, now)
	}))
}

// rows returns everything stored about the member.
func (p *borrower) rows(t *testing.T) []string {
	t.Helper()
	all, err := postgres.Column[string]("rows", `
		SELECT x::text FROM identity x WHERE member_id = $1
		UNION ALL SELECT x::text FROM personal_info x WHERE member_id = $1
		UNION ALL SELECT x::text FROM company_info x WHERE member_id = $1
		UNION ALL SELECT x::text FROM contact x WHERE member_id = $1
		UNION ALL SELECT x::text FROM verification_draft x WHERE member_id = $1
		UNION ALL SELECT x::text FROM identity_review x WHERE member_id = $1 ORDER BY 1`, p.member).Read(t.Context(), p.tx)
	require.NoError(t, err)
	return all
}

// drafts returns the topics of the drafts that a device sees, and for the card form whether it is the later one.
func (p *borrower) drafts(t *testing.T, device uuid.UUID) (seen string) {
	t.Helper()
	for _, topic := range []kyc.Topic{kyc.Identity, kyc.Personal, kyc.BankCard} {
		d, err := service(t).Detail(p.member, device, topic, now).Read(t.Context(), p.tx)
		require.NoError(t, err)
		if d.Draft == nil {
			continue
		}
		var typed struct {
			Name  string
			Later bool
		}
		require.NoError(t, json.Unmarshal(d.Draft.Data, &typed))
		require.Equal(t, p.name, typed.Name)
		seen += string(topic) + " "
		if typed.Later {
			seen += "(later) "
		}
	}
	return strings.TrimSpace(seen)
}

// names returns the name in each form that a device sees.
func (p *borrower) names(t *testing.T, device uuid.UUID) (seen []string) {
	t.Helper()
	for topic, field := range map[kyc.Topic]string{kyc.Identity: "idName", kyc.Personal: "nickname", kyc.Company: "companyName"} {
		d, err := service(t).Detail(p.member, device, topic, now).Read(t.Context(), p.tx)
		require.NoError(t, err)
		if d.Submitted != nil {
			seen = append(seen, d.Submitted[field].(string))
		}
	}
	d, err := service(t).Detail(p.member, device, kyc.Contacts, now).Read(t.Context(), p.tx)
	require.NoError(t, err)
	if d.Submitted != nil {
		for _, c := range d.Submitted["contacts"].([]any) {
			seen = append(seen, c.(map[string]any)["name"].(string))
		}
	}
	return seen
}

// export returns a member's data export on a device as text, and the number of its drafts.
func (p *borrower) export(t *testing.T, device uuid.UUID) (text string, drafts []any) {
	t.Helper()
	var sections []*dataexport.Section
	require.NoError(t, send(t, p.tx, func(b *pgx.Batch) { sections = service(t).QueueExport(b, p.member, device) }))
	all, err := json.Marshal(sections)
	require.NoError(t, err)
	for _, record := range sections[len(sections)-1].Records {
		drafts = append(drafts, record["topic"])
	}
	return string(all), drafts
}

func neighbours(t *testing.T, tx pgx.Tx) (before, subject, after, typing borrower) {
	t.Helper()
	return newBorrower(t, tx, "An", "001199000111", "001199000122"), newBorrower(t, tx, "Binh", "001199000122", "001199000133"),
		newBorrower(t, tx, "Chi", "001199000133", "001199000122"), newBorrower(t, tx, "Dung", "", "001199000133")
}

// Whatever is read about a member is theirs, with other members stored before and after them.
func TestOnlyAMembersOwnDataIsRead(t *testing.T) {
	t.Parallel()
	ctx, tx, k := t.Context(), postgrestest.Tx(t), service(t)
	before, subject, after, typing := neighbours(t, tx)
	after.card(t, 1)
	shared := map[string]bool{}
	for _, p := range []*borrower{&before, &subject, &after} {
		for _, device := range []uuid.UUID{p.ownDevice, p.otherDevice} {
			require.ElementsMatch(t, []string{p.name, p.name, p.name, p.name + " C", p.name + " B", p.name + " A"}, p.names(t, device), "an identity is proved: every device sees the forms")
			require.Equal(t, "identity personal bankcard (later)", p.drafts(t, device), "and the newest draft of each form")
		}
		d, err := k.Detail(p.member, p.ownDevice, kyc.Contacts, now).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, p.name+" C", d.Submitted["contacts"].([]any)[0].(map[string]any)["name"], "in the order of the form")
		progress, err := kyc.ProgressOf(p.member, p.ownDevice, now).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, p.name, progress.Name)
		require.Equal(t, p == &after, progress.Of(kyc.BankCard) == kyc.Done)
		verified, err := kyc.VerifiedDataOf(p.member).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, kyc.VerifiedData{
			Name: p.name, IDLast4: p.last4, Birthday: verified.Birthday, IncomeBand: 4, WorkTime: p.kind(), Residence: p.kind(), Contacts: 3, HasCard: p == &after,
		}, verified)
		for _, other := range []*borrower{&before, &subject, &after} {
			matches, err := kyc.SecondFact{}.Matches(ctx, tx, p.member, other.last4)
			require.NoError(t, err)
			require.Equal(t, p == other, matches)
		}
		number, err := k.IDNumber(ctx, tx, p.member, "ops:anna", now)
		require.NoError(t, err)
		require.Equal(t, "00119900"+p.last4, number)
		front, err := kyc.FrontFile(p.member).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, p.front, *front)
		id, err := kyc.SharedIdentity(p.member, p.ownDevice).Read(ctx, tx)
		require.NoError(t, err)
		require.NotEmpty(t, id)
		require.NotContains(t, shared, id)
		shared[id] = true
		id, err = kyc.SharedIdentity(p.member, p.otherDevice).Read(ctx, tx)
		require.NoError(t, err)
		require.Empty(t, id, "the device is not trusted")
		text, drafts := p.export(t, p.ownDevice)
		require.Equal(t, []any{kyc.Identity, kyc.Personal, kyc.BankCard, kyc.BankCard}, drafts)
		require.Contains(t, text, "00119900"+p.last4)
		for _, other := range []*borrower{&before, &subject, &after, &typing} {
			require.Equal(t, p == other, strings.Contains(text, `"`+other.name+`"`))
		}
	}
	// Without a proved identity, a device only sees what was typed on it.
	require.ElementsMatch(t, []string{"Dung", "Dung", "Dung C", "Dung B", "Dung A"}, typing.names(t, typing.ownDevice))
	require.Equal(t, "identity personal bankcard", typing.drafts(t, typing.ownDevice))
	require.Empty(t, typing.names(t, typing.otherDevice))
	require.Equal(t, "bankcard (later)", typing.drafts(t, typing.otherDevice))
	_, drafts := typing.export(t, typing.otherDevice)
	require.Equal(t, []any{kyc.BankCard}, drafts)
	verified, err := kyc.VerifiedDataOf(typing.member).Read(ctx, tx)
	require.NoError(t, err)
	require.Equal(t, kyc.VerifiedData{IncomeBand: 4, WorkTime: 4, Residence: 4, Contacts: 3, Missing: []string{"identity"}}, verified)
}

// A review names the member who has the number that another one claimed, until it is closed.
func TestReviewNamesTheHolderOfTheNumber(t *testing.T) {
	t.Parallel()
	ctx, tx := t.Context(), postgrestest.Tx(t)
	before, subject, after, typing := neighbours(t, tx)
	holders := map[uuid.UUID]uuid.UUID{before.member: subject.member, subject.member: after.member, after.member: subject.member, typing.member: after.member}
	read := func() map[uuid.UUID]uuid.UUID {
		page, err := kyc.OpenReviews(vietnam, paging.First(9)).Read(ctx, tx)
		require.NoError(t, err)
		found := map[uuid.UUID]uuid.UUID{}
		for _, r := range page.Rows {
			found[r.MemberID] = *r.HolderID
		}
		require.Len(t, found, len(page.Rows))
		return found
	}
	require.Equal(t, holders, read())
	one, err := kyc.OpenReview(vietnam, subject.review).Read(ctx, tx)
	require.NoError(t, err)
	require.Equal(t, subject.member, one.MemberID)
	require.Equal(t, after.member, *one.HolderID)
	waiting, err := kyc.WaitingLines().Read(ctx, tx)
	require.NoError(t, err)
	require.EqualValues(t, 4, waiting[0].Count)

	tell := func(b *pgx.Batch) { kyc.QueueCloseReviews(b, subject.member, "ops:anna", "talked to both", now) }
	require.NoError(t, send(t, tx, tell))
	delete(holders, subject.member)
	require.Equal(t, holders, read())
	one, err = kyc.OpenReview(vietnam, subject.review).Read(ctx, tx)
	require.NoError(t, err)
	require.Nil(t, one)
	for review, open := range map[uuid.UUID]bool{before.review: true, subject.review: false, uuid.New(): false} {
		asked, err := kyc.ReviewAskedAt(review).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, open, asked != nil)
	}
	waiting, err = kyc.WaitingLines().Read(ctx, tx)
	require.NoError(t, err)
	require.EqualValues(t, 3, waiting[0].Count)
	closed := subject.rows(t)
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { kyc.QueueCloseReviews(b, subject.member, "ops:ben", "", now.Add(time.Hour)) }))
	require.Equal(t, closed, subject.rows(t), "a closed review keeps its note")

	require.NoError(t, send(t, tx, func(b *pgx.Batch) { kyc.QueueForget(b, after.member) }))
	typing.prove(t, "001199000133")
	for review, holder := range map[uuid.UUID]*uuid.UUID{after.review: &subject.member, typing.review: nil} {
		one, err := kyc.OpenReview(vietnam, review).Read(ctx, tx)
		require.NoError(t, err)
		require.Equal(t, holder, one.HolderID, "the member who was refused is not a holder")
	}
}

// What is stored or deleted for a member leaves the rows of other members unchanged, and what other devices see.
func TestChangesOfAMemberChangeNoOtherMember(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		do func(b *pgx.Batch, p borrower)
		// proved and typing are the drafts and the number of forms left on the device and on the other one.
		proved, typing [4]any
	}{
		"a form is stored again": {
			func(b *pgx.Batch, p borrower) {
				kyc.QueueContacts(b, p.member, p.ownDevice, contacts(), now)
				kyc.QueuePersonal(b, p.member, p.ownDevice, personalForm(), now)
				kyc.QueueCompany(b, p.member, p.ownDevice, companyForm(), now)
			},
			[4]any{"identity personal bankcard (later)", 6, "identity personal bankcard (later)", 6},
			[4]any{"identity personal bankcard", 5, "bankcard (later)", 0},
		},
		"a draft is dropped": {
			func(b *pgx.Batch, p borrower) { kyc.QueueDropDraft(b, p.member, p.ownDevice, kyc.BankCard) },
			[4]any{"identity personal", 6, "identity personal", 6},
			[4]any{"identity personal", 5, "bankcard (later)", 0},
		},
		"an identity is proved on the device": {
			func(b *pgx.Batch, p borrower) { kyc.QueueStartAfresh(b, p.member, p.ownDevice) },
			[4]any{"identity personal bankcard (later)", 6, "identity personal bankcard (later)", 6},
			[4]any{"identity personal bankcard", 5, "", 0},
		},
		"an identity is proved on the other device": {
			func(b *pgx.Batch, p borrower) { kyc.QueueStartAfresh(b, p.member, p.otherDevice) },
			[4]any{"identity personal bankcard (later)", 6, "identity personal bankcard (later)", 6},
			[4]any{"", 0, "bankcard (later)", 0},
		},
		"the number has another owner": {
			func(b *pgx.Batch, p borrower) { kyc.QueueForget(b, p.member) }, [4]any{"", 0, "", 0}, [4]any{"", 0, "", 0},
		},
		"the account is deleted": {
			func(b *pgx.Batch, p borrower) { kyc.QueueErase(b, p.member) }, [4]any{"", 0, "", 0}, [4]any{"", 0, "", 0},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tx := postgrestest.Tx(t)
			before, subject, after, typing := neighbours(t, tx)
			other := newBorrower(t, tx, "Em", "", "001199000133")
			kept := [][]string{before.rows(t), after.rows(t), other.rows(t)}
			for p, want := range map[*borrower][4]any{&subject: c.proved, &typing: c.typing} {
				require.NoError(t, send(t, tx, func(b *pgx.Batch) { c.do(b, *p) }))
				require.Equal(t, want, [4]any{p.drafts(t, p.ownDevice), len(p.names(t, p.ownDevice)), p.drafts(t, p.otherDevice), len(p.names(t, p.otherDevice))}, p.name)
			}
			require.Equal(t, kept, [][]string{before.rows(t), after.rows(t), other.rows(t)})
			if name == "the account is deleted" {
				require.Empty(t, subject.rows(t))
			}
		})
	}
}
