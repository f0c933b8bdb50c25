package kyc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/region/idnumber"
)

// oldest is the age beyond which a birthday is a slip.
const oldest = 110

// IdentityForm is the identity as typed.
type IdentityForm struct {
	Name      string
	Number    string
	Birthday  money.Date
	Gender    int
	FrontFile uuid.UUID
	BackFile  uuid.UUID
}

// IdentityChecked is a form that is right: the number in its stored form, the name tidy.
type IdentityChecked struct {
	IdentityForm
	Warnings []string
}

// Check holds the form against the region's rules on a business date: the borrower is of age, two pictures, and number,
// birthday and sex agree. The app tells by itself which of these three does not; here it is IdentityUnconfirmed, as for a
// number that is another member's, so that nobody learns which numbers are known. An unknown province only warns.
func (f IdentityForm) Check(r *region.Region, today money.Date) (IdentityChecked, error) {
	wrong := problems{}
	f.Name = wrong.name("idName", f.Name, reason.NameWrong)
	card, why := idnumber.Read(r.IDRule, f.Number)
	wrong.add("idNumber", why)
	age := VerifiedData{Birthday: f.Birthday}.Age(today)
	switch {
	case f.Birthday.IsZero(), f.Birthday.After(today), age > oldest:
		wrong.add("birthday", reason.FieldDate)
	case age < r.MinAge:
		wrong.add("birthday", reason.AgeTooLow)
	}
	wrong.option("gender", region.FormOptions().Gender, f.Gender)
	if f.FrontFile == f.BackFile {
		wrong.add("backFileId", reason.FileMissing)
	}
	if err := wrong.err(); err != nil {
		return IdentityChecked{}, err
	}
	if len(card.Contradictions(f.Birthday, f.Gender)) > 0 {
		return IdentityChecked{}, reason.New(reason.IdentityUnconfirmed)
	}
	f.Number = card.Number
	return IdentityChecked{IdentityForm: f, Warnings: append([]string{}, card.Warnings...)}, nil
}

// QueueIdentity stores a checked identity. Both pictures must be the member's own identity pictures, seen by the device, and
// the number must not be another member's (IdentityUnconfirmed). Where final is set an identity that is stored already stays:
// the same again is fine, another one is VerificationLocked; its pictures stay when others take their place: a card, and a loan
// perhaps, came by them.
func (k *KYC) QueueIdentity(b *pgx.Batch, r *region.Region, member, device uuid.UUID, c IdentityChecked, final bool, now time.Time) {
	media.QueueRequireOwner(b, member, device, media.Identity, "frontFileId", c.FrontFile)
	media.QueueRequireOwner(b, member, device, media.Identity, "backFileId", c.BackFile)
	if !final {
		media.QueueLookAgain(b, member, media.Identity, c.FrontFile, c.BackFile)
	}
	hash := k.numberHash(r, c.Number)
	b.Queue(`
		INSERT INTO identity AS i (member_id, region, id_name, id_number_enc, id_number_hash, id_last4, birthday, gender,
			front_file_id, back_file_id, warnings, submitted_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		ON CONFLICT (member_id) DO UPDATE SET id_name = excluded.id_name, id_number_enc = excluded.id_number_enc,
			id_number_hash = excluded.id_number_hash, id_last4 = excluded.id_last4, birthday = excluded.birthday,
			gender = excluded.gender, front_file_id = excluded.front_file_id, back_file_id = excluded.back_file_id,
			warnings = excluded.warnings, submitted_at = excluded.submitted_at
		WHERE NOT $13 OR (i.id_number_hash = excluded.id_number_hash AND i.id_name = excluded.id_name)
		RETURNING member_id`,
		member, r.Code, c.Name, k.keyring.Seal([]byte(c.Number), identityOwner(member)), hash, idnumber.Last4(c.Number),
		c.Birthday, c.Gender, c.FrontFile, c.BackFile, c.Warnings, now, final).
		QueryRow(func(row pgx.Row) error {
			var stored uuid.UUID
			err := row.Scan(&stored)
			if errors.Is(err, pgx.ErrNoRows) {
				return reason.New(reason.VerificationLocked)
			}
			return err
		})
}

// numberHash is what a number is known by.
func (k *KYC) numberHash(r *region.Region, number string) []byte {
	return k.hasher.Hash("id_number", r.Code, number)
}

// IDNumber opens the sealed ID number of a member and leaves a line in the audit log, so that no read goes unseen: run it
// in a transaction. A member without an identity gives NoData.
func (k *KYC) IDNumber(ctx context.Context, tx pgx.Tx, member uuid.UUID, actor string, now time.Time) (string, error) {
	var sealed []byte
	err := tx.QueryRow(ctx, `SELECT id_number_enc FROM identity WHERE member_id = $1`, member).Scan(&sealed)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", reason.New(reason.NoData)
	}
	if err != nil {
		return "", fmt.Errorf("kyc: read an identity: %w", postgres.Reason(err))
	}
	if err := audit.Write(ctx, tx, audit.Entry{At: now, Actor: actor, Action: "identity.read", Subject: "member:" + member.String()}); err != nil {
		return "", err
	}
	number, err := k.keyring.Open(sealed, identityOwner(member))
	return string(number), err
}

// Proved reads whether a member has proved an identity.
func Proved(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("kyc: proved", `SELECT `+ondevice.Proved, member)
}

// FrontFile is the picture of the front of a member's ID; nil while there is no identity.
func FrontFile(member uuid.UUID) postgres.Query[*uuid.UUID] {
	type row struct{ FrontFileID *uuid.UUID }
	found := postgres.Row[row]("kyc: front file", `SELECT front_file_id FROM identity WHERE member_id = $1`, member)
	return postgres.Then(found, func(r *row) (*uuid.UUID, error) {
		if r == nil {
			return nil, nil
		}
		return r.FrontFileID, nil
	})
}
