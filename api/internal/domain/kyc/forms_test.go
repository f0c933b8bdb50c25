package kyc_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	sharedtypes "github.com/loanmarket/loanmarket/shared-types"
)

func personalForm() kyc.PersonalForm {
	return kyc.PersonalForm{
		Nickname: "Lan", Education: 4, Marital: 1, ChildrenNum: 2, HomeArea: []string{"01", "00004"}, DetailAddress: "12 Đội Cấn", ResidenceTime: 6,
	}
}

func companyForm() kyc.CompanyForm {
	return kyc.CompanyForm{
		CompanyName: "Công ty May 10", CompanyArea: []string{"79", "27316"}, DetailAddress: "1 Lê Lợi", ProfessionType: 31, MonthlyIncome: 4, WorkTime: 5,
	}
}

func contacts() []kyc.Contact {
	return []kyc.Contact{
		{Relationship: 1, Name: "Nguyễn Văn Ba", Phone: "0987 654 321"},
		{Relationship: 7, Name: "Trần Minh", Phone: "+84 976 543 210"},
		{Relationship: 6, Name: "Lê Hoa", Phone: "365432109"},
	}
}

// spec: 3.personal-facebook-optional, 5.required
func TestPersonalCheck(t *testing.T) {
	t.Parallel()
	f := personalForm()
	f.Nickname, f.FacebookLink, f.WhatsApp = "  Lan \n  Anh ", "facebook.com/lan.anh", "+84 912-345-678"
	checked, err := f.Check(vietnam)
	require.NoError(t, err)
	require.Equal(t, "Lan Anh", checked.Nickname)
	require.Equal(t, "https://facebook.com/lan.anh", checked.FacebookLink)
	require.Equal(t, "+84912345678", checked.WhatsApp)

	_, err = kyc.PersonalForm{Education: 10, Marital: 0, ChildrenNum: 6, FacebookLink: "https://evil.example/facebook.com", WhatsApp: "lan"}.Check(vietnam)
	require.Equal(t, map[string]reason.Reason{
		"nickname": reason.FieldRequired, "education": reason.FieldNotOffered, "marital": reason.FieldNotOffered,
		"childrenNum": reason.FieldNotOffered, "facebookLink": reason.FieldFormat, "whatsapp": reason.FieldFormat,
		"homeArea": reason.AreaUnknown, "detailAddress": reason.FieldRequired, "residenceTime": reason.FieldNotOffered,
	}, fieldsOf(t, err))
	for _, link := range []string{"javascript://facebook.com/x", "https://facebook.com", "https://facebook.com@evil.example/x", "https://notfacebook.com/x", "http://[::1"} {
		f := personalForm()
		f.FacebookLink = link
		_, err := f.Check(vietnam)
		require.Equal(t, map[string]reason.Reason{"facebookLink": reason.FieldFormat}, fieldsOf(t, err), link)
	}
	f = personalForm()
	f.DetailAddress = "12\u0007 Đội Cấn"
	_, err = f.Check(vietnam)
	require.Equal(t, map[string]reason.Reason{"detailAddress": reason.FieldCharacters}, fieldsOf(t, err))
}

// spec: 3.company
func TestCompanyCheck(t *testing.T) {
	t.Parallel()
	_, err := companyForm().Check(vietnam)
	require.NoError(t, err)
	for band, offered := range map[int]bool{-1: false, 0: false, 1: true, 7: true, 8: false} {
		f := companyForm()
		f.MonthlyIncome = band
		_, err := f.Check(vietnam)
		require.Equal(t, offered, err == nil, band)
	}
	_, err = kyc.CompanyForm{CompanyArea: []string{"01"}, ProfessionType: 47, MonthlyIncome: 8, WorkTime: 0}.Check(vietnam)
	require.Equal(t, map[string]reason.Reason{
		"companyName": reason.FieldRequired, "companyArea": reason.AreaUnknown, "companyDetailAddress": reason.FieldRequired,
		"professionType": reason.FieldNotOffered, "monthlyIncome": reason.FieldNotOffered, "workTime": reason.FieldNotOffered,
	}, fieldsOf(t, err))
}

// spec: 3.contacts, 5.contact-differs, 5.contact-phone, 9.contact-min-8
func TestContactsCheck(t *testing.T) {
	t.Parallel()
	checked, err := kyc.CheckContacts(vietnam, "0912345678", contacts())
	require.NoError(t, err)
	require.Equal(t, []string{"0987654321", "0976543210", "0365432109"}, []string{checked[0].Phone, checked[1].Phone, checked[2].Phone})

	cases := map[string]struct {
		change func([]kyc.Contact) []kyc.Contact
		field  string
		want   reason.Reason
	}{
		"own phone":                       {func(c []kyc.Contact) []kyc.Contact { c[1].Phone = "912345678"; return c }, "contacts.1.phone", reason.ContactPhoneOwn},
		"own phone, international format": {func(c []kyc.Contact) []kyc.Contact { c[1].Phone = "+84912345678"; return c }, "contacts.1.phone", reason.ContactPhoneOwn},
		"seven digits":                    {func(c []kyc.Contact) []kyc.Contact { c[0].Phone = "0987654"; return c }, "contacts.0.phone", reason.ContactTooShort},
		"not a number":                    {func(c []kyc.Contact) []kyc.Contact { c[0].Phone = "call me"; return c }, "contacts.0.phone", reason.ContactTooShort},
		"invalid number":                  {func(c []kyc.Contact) []kyc.Contact { c[2].Phone = "0000000000"; return c }, "contacts.2.phone", reason.ContactPhone},
		"duplicate number":                {func(c []kyc.Contact) []kyc.Contact { c[2].Phone = "+84987654321"; return c }, "contacts.2.phone", reason.ContactDuplicate},
		"unknown relationship":            {func(c []kyc.Contact) []kyc.Contact { c[0].Relationship = 9; return c }, "contacts.0.relationship", reason.FieldNotOffered},
		"no name":                         {func(c []kyc.Contact) []kyc.Contact { c[0].Name = ""; return c }, "contacts.0.name", reason.FieldRequired},
		"a number as a name":              {func(c []kyc.Contact) []kyc.Contact { c[0].Name = "0987"; return c }, "contacts.0.name", reason.ContactName},
		"two contacts":                    {func(c []kyc.Contact) []kyc.Contact { return c[:2] }, "contacts", reason.FieldTooFew},
		"four contacts": {func(c []kyc.Contact) []kyc.Contact {
			return append(c, kyc.Contact{Relationship: 3, Name: "Vũ Nam", Phone: "0356789012"})
		}, "contacts", reason.FieldTooMany},
	}
	for name, c := range cases {
		_, err := kyc.CheckContacts(vietnam, "0912345678", c.change(contacts()))
		require.Equal(t, map[string]reason.Reason{c.field: c.want}, fieldsOf(t, err), name)
	}
}

// The app's validation agrees with the server's: both use the same test vectors.
//
// spec: 5.contact-differs, 5.contact-phone, 9.contact-min-8
func TestContactPhonesMatchTheSharedVectors(t *testing.T) {
	t.Parallel()
	var all struct {
		Contact []struct{ Region, In, Problem string }
	}
	require.NoError(t, json.Unmarshal(sharedtypes.PhoneVectors, &all))
	require.NotEmpty(t, all.Contact)
	reasons := map[string]reason.Reason{"short": reason.ContactTooShort, "own": reason.ContactPhoneOwn, "invalid": reason.ContactPhone}
	for _, v := range all.Contact {
		_, err := kyc.CheckContacts(region.Get(v.Region), "0912345678", []kyc.Contact{{Relationship: 1, Name: "Lan", Phone: v.In}})
		require.Equal(t, reasons[v.Problem], fieldsOf(t, err)["contacts.0.phone"], "%+v", v)
	}
}

func TestPersonalCheckIsIdempotent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := personalForm()
		f.Nickname, f.DetailAddress = rapid.String().Draw(t, "nickname"), rapid.String().Draw(t, "address")
		f.FacebookLink = rapid.SampledFrom([]string{"", "facebook.com/a b", "m.me/lan?x=1", "https://www.facebook.com/profile.php?id=4"}).Draw(t, "link")
		once, err := f.Check(vietnam)
		if err != nil {
			return
		}
		twice, err := once.Check(vietnam)
		require.NoError(t, err)
		require.Equal(t, once, twice)
		require.Equal(t, strings.TrimSpace(once.Nickname), once.Nickname)
	})
}

func TestFormsAreStoredAndReplaced(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	member := newMember(t, tx)
	checked, err := kyc.CheckContacts(vietnam, "0912345678", contacts())
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, send(t, tx, func(b *pgx.Batch) {
			kyc.QueuePersonal(b, member, uuid.Nil, personalForm(), now)
			kyc.QueueCompany(b, member, uuid.Nil, companyForm(), now)
			kyc.QueueContacts(b, member, uuid.Nil, checked, now)
		}))
		// The same numbers in another order conflict unless the old rows are deleted first.
		checked[0], checked[2] = checked[2], checked[0]
	}
	verified, err := kyc.VerifiedDataOf(member).Read(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, []string{"identity"}, verified.Missing)
	require.Equal(t, [4]int{4, 5, 6, 3}, [4]int{verified.IncomeBand, verified.WorkTime, verified.Residence, verified.Contacts})
}
