// Package verification leads a borrower through what she has to prove: the list with its progress, and the submission of
// each topic. The bank card is one of the topics and is added by flow/card.
package verification

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/profile"
)

// Verification is the flow.
type Verification struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	kyc   *kyc.KYC
}

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock, k *kyc.KYC) *Verification {
	return &Verification{pool: pool, clock: c, kyc: k}
}

// List is the verification list: one round trip.
func (v *Verification) List(ctx context.Context, member uuid.UUID) ([]profile.Item, error) {
	b := &pgx.Batch{}
	list := queueList(b, member)
	if err := v.pool.SendBatch(ctx, b).Close(); err != nil {
		return nil, postgres.Reason(err)
	}
	return list(), nil
}

// Detail is what was given for a topic, and how the topic stands: one round trip.
func (v *Verification) Detail(ctx context.Context, member uuid.UUID, topic kyc.Topic) (*kyc.Detail, profile.State, error) {
	b := &pgx.Batch{}
	detail, err := v.kyc.QueueDetail(b, member, topic, v.clock.Now())
	if err != nil {
		return nil, "", err
	}
	list := queueList(b, member)
	if err := v.pool.SendBatch(ctx, b).Close(); err != nil {
		return nil, "", postgres.Reason(err)
	}
	state := profile.Todo
	for _, item := range list() {
		if item.Topic == topic {
			state = item.State
		}
	}
	return detail, state, nil
}

// SaveDraft keeps a form as typed so far.
func (v *Verification) SaveDraft(ctx context.Context, member uuid.UUID, topic kyc.Topic, data json.RawMessage) (time.Time, error) {
	now, b := v.clock.Now(), &pgx.Batch{}
	if err := v.kyc.QueueDraft(b, member, topic, data, now); err != nil {
		return now, err
	}
	return now, postgres.Reason(v.pool.SendBatch(ctx, b).Close())
}

// Identity submits the identity. It can be mended until a bank card bears the name: from then on it stays.
func (v *Verification) Identity(ctx context.Context, who borrower.Borrower, form kyc.IdentityForm) (list []profile.Item, warnings []string, err error) {
	now := v.clock.Now()
	checked, err := form.Check(who.Region, who.Region.Today(now))
	if err != nil {
		return nil, nil, err
	}
	err = postgres.InTx(ctx, v.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		// No card is added meanwhile: adding one takes the same lock.
		credit.QueueLock(b, credit.First(who.ID, who.Region, who.WhiteListed), now)
		cards := bankcard.QueueGlances(b, who.ID)
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return err
		}
		list, err = submit(ctx, tx, who.ID, kyc.Identity, func(b *pgx.Batch) error {
			v.kyc.QueueIdentity(b, who.Region, who.ID, checked, len(cards.Open()) > 0, now)
			return audit.Queue(b, audit.Entry{
				At: now, Actor: "member:" + who.ID.String(), Action: "identity.submitted", Subject: "member:" + who.ID.String(),
			})
		})
		return err
	})
	return list, checked.Warnings, err
}

// Personal submits the personal data; they may be submitted again when they change.
func (v *Verification) Personal(ctx context.Context, who borrower.Borrower, form kyc.PersonalForm) ([]profile.Item, error) {
	form, err := form.Check(who.Region)
	if err != nil {
		return nil, err
	}
	return v.store(ctx, who.ID, kyc.Personal, func(b *pgx.Batch) { kyc.QueuePersonal(b, who.ID, form, v.clock.Now()) })
}

// Company submits the work data; they may be submitted again when they change.
func (v *Verification) Company(ctx context.Context, who borrower.Borrower, form kyc.CompanyForm) ([]profile.Item, error) {
	form, err := form.Check(who.Region)
	if err != nil {
		return nil, err
	}
	return v.store(ctx, who.ID, kyc.Company, func(b *pgx.Batch) { kyc.QueueCompany(b, who.ID, form, v.clock.Now()) })
}

// Contacts submits the emergency contacts; they may be submitted again when they change.
func (v *Verification) Contacts(ctx context.Context, who borrower.Borrower, typed []kyc.Contact) ([]profile.Item, error) {
	contacts, err := kyc.CheckContacts(who.Region, who.Phone, typed)
	if err != nil {
		return nil, err
	}
	return v.store(ctx, who.ID, kyc.Contacts, func(b *pgx.Batch) { kyc.QueueContacts(b, who.ID, contacts, v.clock.Now()) })
}

func (v *Verification) store(ctx context.Context, member uuid.UUID, topic kyc.Topic, fill func(*pgx.Batch)) (list []profile.Item, err error) {
	err = postgres.InTx(ctx, v.pool, func(ctx context.Context, tx pgx.Tx) error {
		list, err = submit(ctx, tx, member, topic, func(b *pgx.Batch) error { fill(b); return nil })
		return err
	})
	return list, err
}

// submit stores a topic, forgets its draft and reads the list, in one round trip.
func submit(ctx context.Context, tx pgx.Tx, member uuid.UUID, topic kyc.Topic, fill func(*pgx.Batch) error) ([]profile.Item, error) {
	b := &pgx.Batch{}
	if err := fill(b); err != nil {
		return nil, err
	}
	kyc.QueueDropDraft(b, member, topic)
	list := queueList(b, member)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return nil, err
	}
	return list(), nil
}

// queueList reads what the list is made of; the returned function makes it once the batch is closed.
func queueList(b *pgx.Batch, member uuid.UUID) func() []profile.Item {
	progress, cards := kyc.QueueProgress(b, member), bankcard.QueueGlances(b, member)
	return func() []profile.Item { return profile.List(*progress, *cards) }
}
