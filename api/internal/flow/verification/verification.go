// Package verification guides a borrower through their verification: the list with its progress, and the submission of
// each topic. The bank card is one of the topics and is added by flow/card.
package verification

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
)

// Verification is the flow.
type Verification struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	kyc   *kyc.KYC
	// carrier says whether and how the list has the carrier topic.
	carrier CarrierTopic
	// face reports whether a product has the topic of face checks.
	face func(appProductID string) bool
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, k *kyc.KYC, number CarrierTopic, face func(appProductID string) bool) *Verification {
	return &Verification{pool: pool, clock: c, kyc: k, carrier: number, face: face}
}

// Carrier says whether the list has the carrier topic and whether it is required.
func (v *Verification) Carrier() CarrierTopic { return v.carrier }

// List reads the verification list in one round trip.
func (v *Verification) List(ctx context.Context, who borrower.Borrower) ([]Item, error) {
	return v.list(who).Read(ctx, v.pool)
}

// Detail reads what was submitted for a topic and the topic's state, in one round trip.
func (v *Verification) Detail(ctx context.Context, who borrower.Borrower, topic kyc.Topic) (kyc.Detail, kyc.State, error) {
	b := &pgx.Batch{}
	detail := v.kyc.Detail(who.ID, who.DeviceID, topic, v.clock.Now()).Queue(b)
	list := v.list(who).Queue(b)
	if err := postgres.Send(ctx, v.pool, b); err != nil {
		return kyc.Detail{}, "", err
	}
	state := kyc.Todo
	for _, item := range list.Get() {
		if item.Topic == topic {
			state = item.State
		}
	}
	return detail.Get(), state, nil
}

// SaveDraft stores a partly filled form, or deletes it if data is nil. It returns the time of the change.
func (v *Verification) SaveDraft(ctx context.Context, who borrower.Borrower, topic kyc.Topic, data json.RawMessage) (time.Time, error) {
	now := v.clock.Now()
	// A transaction, because a batch outside of one keeps its writes when a check in it fails.
	return now, postgres.InTx(ctx, v.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		member.QueueRequireTrust(b, who.ID, who.SessionID, who.DeviceID)
		if data == nil {
			kyc.QueueDropDraft(b, who.ID, who.DeviceID, topic)
		} else {
			member.QueueRequireConsents(b, who.ID, member.DataConsents...)
			if err := v.kyc.QueueDraft(b, who.ID, who.DeviceID, topic, data, now); err != nil {
				return err
			}
		}
		return postgres.Send(ctx, tx, b)
	})
}

// Identity submits the identity. It can be corrected until a bank card carries the name; after that it is final. A
// holder of another device of the member must enter the new second fact there, and data entered on other devices before
// there was an identity is deleted. An ID number that belongs to another member gets the same response as one that does
// not match, and an operator reviews it.
func (v *Verification) Identity(ctx context.Context, who borrower.Borrower, form kyc.IdentityForm) (list []Item, warnings []string, err error) {
	now := v.clock.Now()
	checked, err := form.Check(who.Region, who.Region.Today(now))
	if err != nil {
		return nil, nil, err
	}
	err = postgres.InTx(ctx, v.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		// No login may happen meanwhile: a new device is trusted only while there is no identity.
		member.QueueRequireSession(b, who.ID, who.SessionID)
		// No card may be added meanwhile: adding one takes the same lock.
		profile := credit.Lock(credit.Initial(who.ID, who.Region, who.WhiteListed), now).Queue(b)
		raised := credit.CarrierRaise(who.ID).Queue(b)
		cards := bankcard.OfMember(who.ID).Queue(b)
		unproved := carrier.StartAfresh(who.ID, who.DeviceID).Queue(b)
		others := media.StartAfresh(who.ID, who.DeviceID, now).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		list, err = v.submit(ctx, tx, who, kyc.Identity, func(b *pgx.Batch) error {
			kyc.QueueStartAfresh(b, who.ID, who.DeviceID)
			support.QueueClaim(b, who.ID, who.DeviceID)
			if err := job.Queue(b, account.Removals(others.Get())...); err != nil {
				return err
			}
			member.QueueRevokeOtherTrust(b, who.ID, who.DeviceID)
			// The face check compared the face with the portrait that is replaced now.
			face.QueueEnd(b, who.ID, face.EndIdentityChanged, now)
			v.kyc.QueueIdentity(b, who.Region, who.ID, who.DeviceID, checked, len(cards.Get().Open()) > 0, now)
			carrier.QueueClaim(b, who.ID, who.DeviceID)
			if change := raised.Get(); change != nil && unproved.Get() {
				credit.QueueChange(b, profile.Get().Without(*change), credit.KindCarrierUndone, nil, now)
			}
			media.QueueClaim(b, who.ID, who.DeviceID)
			return audit.Queue(b, audit.Entry{
				At: now, Actor: "member:" + who.ID.String(), Action: "identity.submitted", Subject: "member:" + who.ID.String(),
			})
		})
		return err
	})
	if reason.Of(err) == reason.IdentityUnconfirmed {
		err = errors.Join(err, v.kyc.RequestReview(ctx, v.pool, who.Region, who.ID, checked, now))
	}
	return list, checked.Warnings, err
}

// Personal submits the personal data. They may be submitted again when they change.
func (v *Verification) Personal(ctx context.Context, who borrower.Borrower, form kyc.PersonalForm) ([]Item, error) {
	form, err := form.Check(who.Region)
	if err != nil {
		return nil, err
	}
	return v.store(ctx, who, kyc.Personal, func(b *pgx.Batch) { kyc.QueuePersonal(b, who.ID, who.DeviceID, form, v.clock.Now()) })
}

// Company submits the work data. They may be submitted again when they change.
func (v *Verification) Company(ctx context.Context, who borrower.Borrower, form kyc.CompanyForm) ([]Item, error) {
	form, err := form.Check(who.Region)
	if err != nil {
		return nil, err
	}
	return v.store(ctx, who, kyc.Company, func(b *pgx.Batch) { kyc.QueueCompany(b, who.ID, who.DeviceID, form, v.clock.Now()) })
}

// Contacts submits the emergency contacts. They may be submitted again when they change.
func (v *Verification) Contacts(ctx context.Context, who borrower.Borrower, typed []kyc.Contact) ([]Item, error) {
	contacts, err := kyc.CheckContacts(who.Region, who.Phone, typed)
	if err != nil {
		return nil, err
	}
	return v.store(ctx, who, kyc.Contacts, func(b *pgx.Batch) { kyc.QueueContacts(b, who.ID, who.DeviceID, contacts, v.clock.Now()) })
}

func (v *Verification) store(ctx context.Context, who borrower.Borrower, topic kyc.Topic, fill func(*pgx.Batch)) (list []Item, err error) {
	err = postgres.InTx(ctx, v.pool, func(ctx context.Context, tx pgx.Tx) error {
		list, err = v.submit(ctx, tx, who, topic, func(b *pgx.Batch) error { fill(b); return nil })
		return err
	})
	return list, err
}

// submit stores a topic, deletes its draft and reads the list, in one round trip.
func (v *Verification) submit(ctx context.Context, tx pgx.Tx, who borrower.Borrower, topic kyc.Topic, fill func(*pgx.Batch) error) ([]Item, error) {
	b := &pgx.Batch{}
	member.QueueRequireTrust(b, who.ID, who.SessionID, who.DeviceID)
	member.QueueRequireConsents(b, who.ID, member.DataConsents...)
	if err := fill(b); err != nil {
		return nil, err
	}
	kyc.QueueDropDraft(b, who.ID, who.DeviceID, topic)
	list := v.list(who).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return nil, err
	}
	return list.Get(), nil
}

// list reads the verification list.
func (v *Verification) list(who borrower.Borrower) postgres.Query[[]Item] {
	return postgres.Then(kyc.ProgressOf(who.ID, who.DeviceID, v.clock.Now()), func(p kyc.Progress) ([]Item, error) {
		return List(p, v.carrier, v.face(who.AppProductID)), nil
	})
}
