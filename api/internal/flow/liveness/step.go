package liveness

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// captureFailed is the guidance for frames that were used before.
const captureFailed = "capture_failed"

// Answer judges the frames of the current step. A repeated answer returns the result of the first. While the provider
// is busy, the step stays open (FaceUnavailable with a time). If the provider fails, the check ends with result 000.
func (l *Liveness) Answer(ctx context.Context, token, stepNonce string, frames [][]byte) (Progress, error) {
	release := func(c *face.Check) { c.ReleaseStep(stepNonce, l.Pace, l.Wall()) }
	p, repeated, err := l.claim(ctx, token, release, func(c *face.Check) (bool, error) { return c.ClaimStep(stepNonce, l.Wall()) })
	if err != nil || repeated || p.Check.State != face.Running {
		return p, err
	}
	c := p.Check
	var kept *uuid.UUID
	answer, err := l.Provider.Step(ctx, c.Progress(), c.Step(), frames)
	if err == nil && answer.Verdict == facecheck.Pass && c.FileID == nil && answer.Frontal >= 0 {
		kept, err = l.keep(ctx, c, frames[answer.Frontal])
	}
	if err != nil {
		return p, l.unjudged(ctx, token, err, release)
	}
	stands := false
	p, err = l.change(ctx, token, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch, now *face.Check) error {
		if stands = now.IsClaimed(stepNonce); !stands {
			return nil
		}
		seen, err := face.RecordFrames(ctx, tx, now.MemberID, answer.Hashes, l.Wall())
		if err != nil {
			return err
		}
		if seen && answer.Verdict != facecheck.Fail {
			answer.Verdict, answer.Code, answer.Reason = facecheck.Fail, captureFailed, "earlier_session"
		}
		now.ApplyAnswer(stepNonce, answer, l.Pace, l.Wall())
		if kept != nil {
			now.FileID = kept
		}
		return l.queueNoted(last, now, "face.judged", map[string]any{"step": c.Step(), "verdict": answer.Verdict, "reason": answer.Reason})
	})
	if err != nil {
		err = l.unwritten(ctx, token, err, release)
	}
	if kept != nil && !stands {
		// The check ended, or the consent was withdrawn, while the provider was judging.
		err = errors.Join(err, l.forget(ctx, c.MemberID, *kept))
	}
	return p, err
}

// forget erases a picture that belongs to no check.
func (l *Liveness) forget(ctx context.Context, memberID, file uuid.UUID) error {
	return postgres.InTx(ctx, l.Pool, func(ctx context.Context, tx pgx.Tx) error {
		erased, err := media.EraseFiles(ctx, tx, memberID, l.Clock.Now(), file)
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		if err := job.Queue(b, account.Removals(erased)...); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}

// keep stores the one picture of a check, sealed.
func (l *Liveness) keep(ctx context.Context, c face.Check, frame []byte) (*uuid.UUID, error) {
	id, err := l.Media.PutPicture(ctx, l.Pool, c.MemberID, c.DeviceID, media.Face, frame, l.Clock.Now())
	if err != nil {
		return nil, fmt.Errorf("%w: the picture was not stored: %w", facecheck.ErrUnavailable, err)
	}
	return &id, nil
}

// Check returns the check of a token, so that frames are read only for its owner.
func (l *Liveness) Check(ctx context.Context, token string) (face.Check, error) {
	c, err := l.Faces.Find(ctx, l.Pool, token)
	if err != nil {
		return face.Check{}, err
	}
	return *c, nil
}

// Look says what is wrong with a frame, for a phone that cannot tell by itself. It works only while a check is running.
func (l *Liveness) Look(ctx context.Context, c face.Check, frame []byte) (code string, err error) {
	if c.State != face.Running || !l.Wall().Before(c.ExpiresAt) {
		return "", reason.New(reason.FaceTokenExpired)
	}
	verdict, err := l.Limiter.Take(ctx, l.Pool, looks(c.ID))
	if err != nil {
		return "", err
	}
	if err := verdict.Refusal(reason.TooManyRequests); err != nil {
		return "", err
	}
	if code, err = l.Provider.Guide(ctx, c.Step(), frame); err != nil {
		return "", unavailable(err)
	}
	return code, nil
}
