package customersupport

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
)

// TicketForm is what a borrower sends.
type TicketForm struct {
	Kind support.TicketKind
	Text string
	// Images are the borrower's own files of the kind complaint, at most three.
	Images []uuid.UUID
	// OrderID is the borrower's loan that a complaint is about; nil if none.
	OrderID *uuid.UUID
}

// Send creates a ticket, once per intention.
func (s *Support) Send(ctx context.Context, who borrower.Borrower, f TicketForm) (support.Thread, error) {
	now := s.clock.Now()
	first, err := messageOf(f, now)
	if err != nil {
		return support.Thread{}, err
	}
	return idempotency.Run(ctx, s.pool, who.IdempotencyKey, func(ctx context.Context, tx pgx.Tx) (support.Thread, error) {
		id, err := uuid.NewV7()
		if err != nil {
			return support.Thread{}, fmt.Errorf("customersupport: %w", err)
		}
		today := who.Region.Today(now)
		t := support.Ticket{
			ID: id, Number: support.NewNumber(today), MemberID: who.ID, Kind: f.Kind, OrderID: f.OrderID,
			State: support.TicketOpen, DueOn: today.AddDays(answerDays(who.Region, f.Kind)), CreatedAt: now,
		}
		var sent *postgres.Answer[support.Thread]
		// sendCounted locks the member, who cannot prove an identity meanwhile: a ticket written before that belongs to its
		// device.
		err = s.sendCounted(ctx, tx, who, func(b *pgx.Batch) {
			if f.OrderID != nil {
				loan.OfMember(who.ID, *f.OrderID).Queue(b)
			}
			queueImages(b, who, f.Images)
			support.QueueTicket(b, t, first, who.DeviceID)
			support.QueueDropDraft(b, who.ID, who.DeviceID, support.DraftTicket(f.Kind))
			sent = support.ThreadOf(who.ID, who.DeviceID, id).Queue(b)
		})
		if err != nil {
			return support.Thread{}, err
		}
		return sent.Get(), nil
	})
}

// Reply adds a message to a borrower's own ticket, once per intention. An answered ticket waits for the operator again.
// A ticket that is closed, or whose answer is too old, returns reason.TicketEnded.
func (s *Support) Reply(ctx context.Context, who borrower.Borrower, ticket uuid.UUID, f TicketForm) (support.Thread, error) {
	now := s.clock.Now()
	more, err := messageOf(f, now)
	if err != nil {
		return support.Thread{}, err
	}
	return idempotency.Run(ctx, s.pool, who.IdempotencyKey, func(ctx context.Context, tx pgx.Tx) (support.Thread, error) {
		today := who.Region.Today(now)
		var locked *postgres.Answer[support.Ticket]
		err := s.sendCounted(ctx, tx, who, func(b *pgx.Batch) {
			locked = support.LockTicket(who.ID, who.DeviceID, ticket).Queue(b)
			queueImages(b, who, f.Images)
		})
		if err != nil {
			return support.Thread{}, err
		}
		found := locked.Get()
		if !found.Takes(who.Region, today) {
			return support.Thread{}, reason.New(reason.TicketEnded)
		}
		b := &pgx.Batch{}
		support.QueueReopenTicket(b, ticket, today.AddDays(answerDays(who.Region, found.Kind)))
		support.QueueMessage(b, ticket, more)
		support.QueueDropDraft(b, who.ID, who.DeviceID, support.DraftReply(ticket))
		thread := support.ThreadOf(who.ID, who.DeviceID, ticket).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return support.Thread{}, err
		}
		return thread.Get(), nil
	})
}

// messageOf returns the message of a form, cleaned and checked against its bounds.
func messageOf(f TicketForm, now time.Time) (support.Message, error) {
	text, err := support.Text("text", f.Text, support.MaxText)
	if err != nil {
		return support.Message{}, err
	}
	if len(f.Images) > support.MaxImages {
		return support.Message{}, reason.InvalidField("fileIds", reason.FieldTooMany)
	}
	return support.Message{Author: support.ByBorrower, Body: text, At: now, Files: f.Images}, nil
}

// queueImages checks that the images belong to the borrower.
func queueImages(b *pgx.Batch, who borrower.Borrower, images []uuid.UUID) {
	for i, image := range images {
		media.QueueRequireOwner(b, who.ID, who.DeviceID, media.Complaint, fmt.Sprintf("fileIds.%d", i), image)
	}
}

func answerDays(r *region.Region, kind support.TicketKind) int {
	if kind == support.KindComplaint {
		return r.Service.ComplaintDays
	}
	return r.Service.MessageDays
}

// List reads a page of a member's tickets, newest first.
func (s *Support) List(ctx context.Context, who borrower.Borrower, cursor string, limit int) ([]support.Ticket, string, error) {
	return support.Tickets(ctx, s.pool, who.ID, who.DeviceID, cursor, limit)
}

// Ticket reads one of a member's tickets with all messages. A ticket of another member returns reason.TicketNotFound.
func (s *Support) Ticket(ctx context.Context, who borrower.Borrower, id uuid.UUID) (support.Thread, error) {
	return support.ThreadOf(who.ID, who.DeviceID, id).Read(ctx, s.pool)
}
