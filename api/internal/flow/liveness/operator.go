package liveness

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Reviews reads a page of the faces that wait for an operator, oldest first.
func (l *Liveness) Reviews(ctx context.Context, a paging.Request) (paging.Page[face.Enrolment], error) {
	return face.Reviews(a).Read(ctx, l.Pool)
}

// Pictures reads the two pictures that an operator compares: the face of the check and the front of the ID. Each read
// writes an audit entry. A picture that was erased meanwhile is left out.
func (l *Liveness) Pictures(ctx context.Context, enrolment uuid.UUID, actor string) (map[string][]byte, error) {
	e, err := face.Get(enrolment).Read(ctx, l.Pool)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, reason.New(reason.NoData)
	}
	pictures := map[string][]byte{}
	for name, id := range map[string]*uuid.UUID{"face": e.FileID, "id": e.IDFileID} {
		if id == nil {
			continue
		}
		var file media.File
		switch file, err = l.Media.Read(ctx, l.Pool, *id, actor, l.Clock.Now()); {
		case reason.Of(err) == reason.FileNotFound && !errors.Is(err, media.ErrLost):
		case err != nil:
			return nil, err
		default:
			pictures[name] = file.Content
		}
	}
	return pictures, nil
}

// ErrNoFace means that a borrower has no face enrolled.
var ErrNoFace = errors.New("this borrower has no face enrolment, or it has ended")

// End ends a member's enrolment, even an approved one, because an operator says that the face is not theirs. It returns
// the id of the enrolment.
func (l *Liveness) End(ctx context.Context, member uuid.UUID, by, why string) (uuid.UUID, error) {
	e, err := face.Latest(member).Read(ctx, l.Pool)
	if err != nil {
		return uuid.Nil, err
	}
	if e == nil || e.State == face.Ended {
		return uuid.Nil, ErrNoFace
	}
	return e.ID, l.Decide(ctx, e.ID, face.End, by, why)
}

// Decide applies an operator's decision about a face and notifies the borrower. It returns StateChanged if the face is
// already decided. by is the operator; why is stored with the decision.
func (l *Liveness) Decide(ctx context.Context, enrolment uuid.UUID, d face.Decision, by, why string) error {
	now := l.Clock.Now()
	return postgres.InTx(ctx, l.Pool, func(ctx context.Context, tx pgx.Tx) error {
		member, err := face.Decide(ctx, tx, enrolment, d, by, why, now)
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		kind := notify.FaceRejected
		if d == face.Approve {
			kind = notify.FaceApproved
		}
		notify.Queue(b, notify.Notice{Member: member, Kind: kind, Subject: enrolment, At: now})
		err = audit.Queue(b, audit.Entry{
			At: now, Actor: "ops:" + by, Action: "face.review", Subject: "member:" + member.String(),
			Detail: map[string]any{"enrolment": enrolment, "approved": d == face.Approve, "reason": why},
		})
		if err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}
