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

// maxAge is the maximum plausible age. A higher one means that the birthday is a typing error.
const maxAge = 110

// IdentityForm is an identity as typed.
type IdentityForm struct {
	Name      string
	Number    string
	Birthday  money.Date
	Gender    int
	FrontFile uuid.UUID
	BackFile  uuid.UUID
}

// IdentityChecked is a valid form with a normalized name and the number in its stored form.
type IdentityChecked struct {
	IdentityForm
	Warnings []string
}

// Check validates the form against the region's rules on a business date: minimum age, two pictures, and agreement of number,
// birthday and sex. The app itself tells the borrower which of these three disagree. Here the error is IdentityUnconfirmed, the
// same as for a number of another member, so that no one can find out which numbers are known. An unknown province is only a
// warning.
func (f IdentityForm) Check(r *region.Region, today money.Date) (IdentityChecked, error) {
	wrong := problems{}
	f.Name = wrong.name("idName", f.Name, reason.NameWrong)
	card, why := idnumber.Read(r.IDRule, f.Number)
	wrong.add("idNumber", why)
	age := VerifiedData{Birthday: f.Birthday}.Age(today)
	switch {
	case f.Birthday.IsZero(), f.Birthday.After(today), age > maxAge:
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

// QueueIdentity stores a validated identity. Both pictures must be the member's own identity pictures and visible to the device. A
// number of another member is IdentityUnconfirmed. If final is set, a stored identity cannot change: the same one again is
// accepted, another one is VerificationLocked, and earlier pictures are kept when new ones replace them, because a bank card and
// perhaps a loan are based on them.
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

// numberHash returns the keyed hash by which an ID number is found.
func (k *KYC) numberHash(r *region.Region, number string) []byte {
	return k.hasher.Hash("id_number", r.Code, number)
}

// IDNumber returns the decrypted ID number of a member and writes an audit log entry. Run it in a transaction, so that no number
// is read without an entry. It returns NoData if the member has no identity.
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

// Proved reports whether a member has proved an identity.
func Proved(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("kyc: proved", `SELECT `+ondevice.Proved, member)
}

// FrontFile reads the picture of the front of a member's ID, or nil if there is no identity.
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
