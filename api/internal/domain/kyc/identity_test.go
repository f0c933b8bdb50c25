package kyc_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// spec: 5.id-number, 3.identity
func TestIdentityCheck(t *testing.T) {
	t.Parallel()
	front, back := uuid.New(), uuid.New()
	with := func(change func(*kyc.IdentityForm)) kyc.IdentityForm {
		f := identityForm(front, back)
		change(&f)
		return f
	}
	cases := map[string]struct {
		form   kyc.IdentityForm
		fields map[string]reason.Reason
	}{
		"first-generation number":         {with(func(f *kyc.IdentityForm) { f.Number = "123456789" }), map[string]reason.Reason{"idNumber": reason.IDOldFormat}},
		"wrong number":                    {with(func(f *kyc.IdentityForm) { f.Number = "1" }), map[string]reason.Reason{"idNumber": reason.IDNumberWrong}},
		"unknown gender":                  {with(func(f *kyc.IdentityForm) { f.Gender = 2 }), map[string]reason.Reason{"gender": reason.FieldNotOffered}},
		"no name":                         {with(func(f *kyc.IdentityForm) { f.Name = " \t " }), map[string]reason.Reason{"idName": reason.FieldRequired}},
		"digits in the name":              {with(func(f *kyc.IdentityForm) { f.Name = "Lan 2" }), map[string]reason.Reason{"idName": reason.NameWrong}},
		"the same picture for both sides": {with(func(f *kyc.IdentityForm) { f.BackFile = f.FrontFile }), map[string]reason.Reason{"backFileId": reason.FileMissing}},
		"no birthday":                     {with(func(f *kyc.IdentityForm) { f.Birthday = money.Date{} }), map[string]reason.Reason{"birthday": reason.FieldDate}},
		"born tomorrow":                   {with(func(f *kyc.IdentityForm) { f.Birthday = today.AddDays(1) }), map[string]reason.Reason{"birthday": reason.FieldDate}},
		"18 tomorrow":                     {with(func(f *kyc.IdentityForm) { f.Number, f.Birthday = "001308000123", money.MustDate("2008-11-22") }), map[string]reason.Reason{"birthday": reason.AgeTooLow}},
		"every field wrong":               {kyc.IdentityForm{Gender: 7}, map[string]reason.Reason{"idName": reason.FieldRequired, "idNumber": reason.IDNumberWrong, "birthday": reason.FieldDate, "gender": reason.FieldNotOffered, "backFileId": reason.FileMissing}},
	}
	for name, c := range cases {
		_, err := c.form.Check(vietnam, today)
		require.Equal(t, c.fields, fieldsOf(t, err), name)
	}

	for _, form := range []kyc.IdentityForm{
		with(func(f *kyc.IdentityForm) { f.Birthday = money.MustDate("1998-05-20") }), with(func(f *kyc.IdentityForm) { f.Gender = 1 }),
	} {
		_, err := form.Check(vietnam, today)
		require.Equal(t, reason.New(reason.IdentityUnconfirmed), err, "a birth year or gender that contradicts the ID number")
	}

	ofAge, err := with(func(f *kyc.IdentityForm) { f.Number, f.Birthday = "001308000123", money.MustDate("2008-11-21") }).Check(vietnam, today)
	require.NoError(t, err, "18 today")
	require.Empty(t, ofAge.Warnings)
	odd, err := with(func(f *kyc.IdentityForm) { f.Number, f.Name = " 003199000123 ", "  nguyễn   thị lan " }).Check(vietnam, today)
	require.NoError(t, err, "an unknown province only warns")
	require.Equal(t, []string{"unknown_province"}, odd.Warnings)
	require.Equal(t, "003199000123", odd.Number)
	require.Equal(t, "nguyễn thị lan", odd.Name)

	_, err = kyc.IdentityForm{Name: "王芳", Number: "11010519491231002X", Birthday: money.MustDate("1949-12-31"), FrontFile: front, BackFile: back}.Check(region.Get("cn"), today)
	require.NoError(t, err)
	_, err = kyc.IdentityForm{Name: "王芳", Number: "110105491231002", Birthday: money.MustDate("1949-12-31"), FrontFile: front, BackFile: back}.Check(region.Get("cn"), today)
	require.Equal(t, reason.IDFirstGen, fieldsOf(t, err)["idNumber"])
}

func TestIdentityIsSealedExceptTheLastDigits(t *testing.T) {
	t.Parallel()
	k, tx, ctx := service(t), postgrestest.Tx(t), context.Background()
	member := newMember(t, tx)
	form := checked(t, identityForm(newFile(t, tx, member, "identity"), newFile(t, tx, member, "identity")))
	require.NoError(t, send(t, tx, func(b *pgx.Batch) { k.QueueIdentity(b, vietnam, member, phone, form, true, now) }))

	var row string
	require.NoError(t, tx.QueryRow(ctx, `SELECT i::text || encode(id_number_enc, 'escape') FROM identity i WHERE member_id = $1`, member).Scan(&row))
	require.NotContains(t, row, "001199000123")
	require.Contains(t, row, "0123")

	known, err := kyc.SecondFact{}.Known(ctx, tx, member)
	require.NoError(t, err)
	require.True(t, known)
	for last4, want := range map[string]bool{"0123": true, "0124": false, "": false} {
		matches, err := kyc.SecondFact{}.Matches(ctx, tx, member, last4)
		require.NoError(t, err)
		require.Equal(t, want, matches, last4)
	}
	matches, err := kyc.SecondFact{}.Matches(ctx, tx, uuid.New(), "")
	require.NoError(t, err)
	require.False(t, matches, "a member without an identity matches nothing")

	number, err := k.IDNumber(ctx, tx, member, "ops:ann", now)
	require.NoError(t, err)
	require.Equal(t, "001199000123", number)
	var actor, action string
	require.NoError(t, tx.QueryRow(ctx, `SELECT actor, action FROM audit_log WHERE subject = $1`, "member:"+member.String()).Scan(&actor, &action))
	require.Equal(t, "ops:ann identity.read", actor+" "+action)
	_, err = k.IDNumber(ctx, tx, uuid.New(), "ops:ann", now)
	require.Equal(t, reason.NoData, reason.Of(err))
}

func TestIdentityRequiresOwnPictures(t *testing.T) {
	t.Parallel()
	k, tx := service(t), postgrestest.Tx(t)
	member, other := newMember(t, tx), newMember(t, tx)
	own, foreign, proof := newFile(t, tx, member, "identity"), newFile(t, tx, other, "identity"), newFile(t, tx, member, "proof")
	store := func(front, back uuid.UUID) error {
		form := checked(t, identityForm(front, back))
		return send(t, tx, func(b *pgx.Batch) { k.QueueIdentity(b, vietnam, member, phone, form, false, now) })
	}
	require.Equal(t, map[string]reason.Reason{"frontFileId": reason.FileNotFound}, fieldsOf(t, store(foreign, own)))
	require.Equal(t, map[string]reason.Reason{"backFileId": reason.FileNotFound}, fieldsOf(t, store(own, uuid.New())))
	require.Equal(t, map[string]reason.Reason{"backFileId": reason.FileKindWrong}, fieldsOf(t, store(own, proof)))
	var stored int
	require.NoError(t, tx.QueryRow(context.Background(), `SELECT count(*) FROM identity WHERE member_id = $1`, member).Scan(&stored))
	require.Zero(t, stored)
}

func TestFinalIdentityCannotBeChanged(t *testing.T) {
	t.Parallel()
	k, tx := service(t), postgrestest.Tx(t)
	member := newMember(t, tx)
	form := checked(t, identityForm(newFile(t, tx, member, "identity"), newFile(t, tx, member, "identity")))
	store := func(form kyc.IdentityChecked, final bool) error {
		return send(t, tx, func(b *pgx.Batch) { k.QueueIdentity(b, vietnam, member, phone, form, final, now) })
	}
	require.NoError(t, store(form, false))
	corrected := form
	corrected.Name = "Nguyễn Thị Lan Anh"
	require.NoError(t, store(corrected, false), "an identity that is not final can be corrected")
	require.NoError(t, store(corrected, true), "the same data can be submitted again")
	require.Equal(t, reason.VerificationLocked, reason.Of(store(form, true)))
	other := corrected
	other.Number = "001199000124"
	require.Equal(t, reason.VerificationLocked, reason.Of(store(other, true)))
}

func TestConcurrentMembersCannotUseTheSameIDNumber(t *testing.T) {
	t.Parallel()
	k, pool := service(t), postgrestest.New(t)
	const members = 8
	forms, ids := make([]kyc.IdentityChecked, members), make([]uuid.UUID, members)
	for i := range members {
		ids[i] = newMember(t, pool)
		forms[i] = checked(t, identityForm(newFile(t, pool, ids[i], "identity"), newFile(t, pool, ids[i], "identity")))
	}
	answers := make([]reason.Reason, members)
	var all sync.WaitGroup
	for i := range members {
		all.Go(func() {
			answers[i] = reason.Of(postgres.InTx(context.Background(), pool, func(ctx context.Context, tx pgx.Tx) error {
				b := &pgx.Batch{}
				k.QueueIdentity(b, vietnam, ids[i], phone, forms[i], true, now)
				return tx.SendBatch(ctx, b).Close()
			}))
		})
	}
	all.Wait()
	count := map[reason.Reason]int{}
	for _, a := range answers {
		count[a]++
	}
	require.Equal(t, map[reason.Reason]int{"": 1, reason.IdentityUnconfirmed: members - 1}, count)
}
