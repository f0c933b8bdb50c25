package liveness

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

const (
	// comparer is the actor in the audit log who reads the ID.
	comparer = "job:face"
	// maxPortrait is the maximum size in bytes of a picture that is compared. A larger one goes to an operator.
	maxPortrait = 2 << 20
)

// beside compares the live face with the portrait on the front of the ID.
func (l *Liveness) beside(ctx context.Context, c face.Check, probe facecheck.Template) (*face.Enrolling, error) {
	front, err := kyc.FrontFile(c.MemberID).Read(ctx, l.Pool)
	if err != nil {
		return nil, err
	}
	if front == nil {
		return nil, reason.New(reason.VerificationIncomplete)
	}
	picture, err := l.Media.Read(ctx, l.Pool, *front, comparer, l.Clock.Now())
	if err != nil {
		return nil, fmt.Errorf("liveness: read the ID: %w", err)
	}
	found, like := facecheck.Undecodable, facecheck.Doubtful
	if len(picture.Content) <= maxPortrait {
		var portrait *facecheck.Template
		if found, portrait, err = l.Provider.Portrait(ctx, picture.Content); err != nil {
			return nil, err
		}
		if portrait != nil {
			if like, err = l.Provider.Match(ctx, probe, *portrait, facecheck.Portrait); err != nil {
				return nil, err
			}
		}
	}
	return &face.Enrolling{
		MemberID: c.MemberID, Comparison: face.Compare(found, like), Template: probe, FileID: c.FileID, IDFileID: *front, Now: l.Clock.Now(),
	}, nil
}

// enrol stores the face, unless the ID or the consent has changed meanwhile. An unclear comparison waits for an
// operator; a check for a card then does not pass.
func (l *Liveness) enrol(ctx context.Context, tx pgx.Tx, last *pgx.Batch, c *face.Check, e face.Enrolling) error {
	now := l.Wall()
	b := &pgx.Batch{}
	asked, consent := kyc.FrontFile(c.MemberID).Queue(b), member.QueueConsentCheck(b, c.MemberID, member.ConsentBiometrics)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	if front := asked.Get(); front == nil || *front != e.IDFileID {
		c.GiveUp(now)
		return nil
	}
	if err := consent.Err(); err != nil {
		c.GiveUp(now)
		return err
	}
	state, err := l.Faces.QueueEnrol(last, e)
	if err != nil {
		return err
	}
	if err := l.queueNoted(last, c, "face.enrolled", map[string]any{"state": state, "comparison": e.Comparison}); err != nil {
		return err
	}
	switch {
	case c.Scene == face.Enrol:
		c.Pass(now)
		return nil
	case state == face.Active:
		c.Pass(now)
		member.QueueFaceFresh(last, *c.SessionID, l.Clock.Now())
		return nil
	default:
		c.Fail(face.InReview, now)
		return nil
	}
}
