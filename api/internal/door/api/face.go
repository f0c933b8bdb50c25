package api

import (
	"context"
	"math"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/liveness"
)

func faceCalls(a *API) {
	server.Call(a.Server, "memberFaceQueryToken", a.faceQueryToken)
	server.Call(a.Server, "memberFaceStart", a.faceStart)
	server.Raw(a.Server, "memberFaceLook", a.faceLook)
	server.Raw(a.Server, "memberFaceStep", a.faceStep)
	server.Raw(a.Server, "memberFaceCheckLiveness", a.faceCheckLiveness)
	server.Call(a.Server, "memberBindFace", a.bindFace)
	server.Call(a.Server, "memberFace", a.faceStatus)
	server.Call(a.Server, "memberDeviceKey", a.deviceKey)
}

// faceQueryToken serves visitors who log in, and borrowers, who need a session on a trusted device.
func (a *API) faceQueryToken(ctx context.Context, c server.Caller, req contract.FaceTokenRequest) (contract.FaceTokenData, error) {
	ask := liveness.Request{Scene: face.Scene(req.Scene), Phone: server.Optional(req.PhoneNum), From: c.From(), AppProductID: c.AppProductID}
	if ask.Scene != face.Login {
		if err := requireSession(c); err != nil {
			return contract.FaceTokenData{}, err
		}
		ask.Session = &c.Session
	}
	opened, err := a.Services.Faces.Open(ctx, ask)
	return contract.FaceTokenData{
		FaceToken: opened.Token, Nonce: opened.Nonce, ExpiresAt: opened.ExpiresAt.UTC(), Now: opened.Now.UTC(),
	}, err
}

func (a *API) faceStart(ctx context.Context, _ server.Caller, req contract.FaceStartRequest) (contract.FaceProgress, error) {
	p, err := a.Services.Faces.Begin(ctx, req.FaceToken, req.Signature, req.Pictures != nil && *req.Pictures)
	return progressOf(p), err
}

func (a *API) faceLook(ctx context.Context, c server.Caller, r *server.Request) error {
	form, err := a.readFrames(ctx, c, r)
	if err != nil {
		return err
	}
	ctx, done := r.Arrived(ctx)
	defer done()
	if err := form.check(1, 1); err != nil {
		return err
	}
	code, err := a.Services.Faces.Look(ctx, form.of, form.frames[0])
	if err != nil {
		return err
	}
	return r.Succeed(contract.FaceGuidance{Guidance: contract.FaceGuidanceCode(code)})
}

func (a *API) faceStep(ctx context.Context, c server.Caller, r *server.Request) error {
	form, err := a.readFrames(ctx, c, r)
	if err != nil {
		return err
	}
	ctx, done := r.Arrived(ctx)
	defer done()
	if err := form.check(framesMin, framesMax); err != nil {
		return err
	}
	p, err := a.Services.Faces.Answer(ctx, form.token, form.stepNonce, form.frames)
	if err != nil {
		return err
	}
	return r.Succeed(progressOf(p))
}

// faceCheckLiveness also sets the cookie of a login, as smsLogin does.
func (a *API) faceCheckLiveness(ctx context.Context, _ server.Caller, r *server.Request) error {
	var req contract.FaceTokenOnly
	if err := r.Decode(&req); err != nil {
		return err
	}
	v, err := a.Services.Faces.Judge(ctx, req.FaceToken, nil, face.Login, face.Card)
	if err != nil {
		return err
	}
	if v.Login != nil {
		r.SetToken(v.Login.Token)
	}
	return r.Succeed(verdictOf(v))
}

func (a *API) bindFace(ctx context.Context, c server.Caller, req contract.FaceTokenOnly) (contract.FaceVerdictData, error) {
	v, err := a.Services.Faces.Judge(ctx, req.FaceToken, &c.MemberID, face.Enrol)
	return verdictOf(v), err
}

func (a *API) faceStatus(ctx context.Context, c server.Caller, _ contract.Empty) (contract.FaceStatusData, error) {
	st, err := a.Services.Faces.Status(ctx, c.Session)
	return contract.FaceStatusData{
		Offered: st.Offered, Ready: st.Ready, Enrolment: contract.FaceEnrolmentState(st.Enrolment),
		EndedFor: contract.FaceStatusDataEndedFor(st.EndedFor), Obstacle: contract.FaceStatusDataObstacle(st.Obstacle),
		DeviceKey: st.KeyID, ConsentGiven: st.Consent, ConsentVersion: a.Services.Content.Version(content.Privacy),
		RetentionDays: int(st.Keep / (24 * time.Hour)), ChecksLeft: st.Left, RetryAfter: seconds(st.Wait), UseSms: st.SMSOnly,
		CardCheckNeeded: st.CardCheck,
	}, err
}

func (a *API) deviceKey(ctx context.Context, c server.Caller, req contract.DeviceKeyRequest) (contract.DeviceKeyData, error) {
	id, replaced, err := a.Services.Faces.SetKey(ctx, c.Session, req.PublicKey, c.UserAgent)
	return contract.DeviceKeyData{DeviceKey: id, Replaced: replaced}, err
}

// progressOf returns what a borrower may know about a check: the current step and a code, but never a score.
func progressOf(p liveness.Progress) contract.FaceProgress {
	c := p.Check
	data := contract.FaceProgress{
		State: contract.FaceProgressStateFailed, Guidance: contract.FaceGuidanceCode(c.Guidance), Now: p.Now.UTC(),
		RetryAfter: seconds(p.Wait), UseSms: p.SMSOnly,
	}
	switch c.State {
	case face.Running:
		data.State = contract.FaceProgressStateStep
		data.Step = &contract.FaceStep{
			Kind: contract.FaceStepKind(c.Step()), StepNonce: c.StepNonce, Number: c.Position + 1, Count: len(c.Steps),
			Earliest: c.Earliest.UTC(), Latest: c.Latest.UTC(),
		}
	case face.Done, face.Passed:
		data.State = contract.FaceProgressStateDone
	default:
		data.Result = resultOf(c.Result)
	}
	return data
}

// resultOf returns the code of a failed check.
func resultOf(r face.Result) contract.FaceProgressResult {
	switch r {
	case face.OutOfTime, face.Abandoned:
		return contract.FaceProgressResultN003
	case face.SystemFailed:
		return contract.FaceProgressResultN000
	default:
		return contract.FaceProgressResultNotPassed
	}
}

func verdictOf(v liveness.Verdict) contract.FaceVerdictData {
	data := contract.FaceVerdictData{Scene: contract.FaceScene(v.Scene), Enrolment: contract.FaceEnrolmentState(v.Enrolment)}
	if v.FreshUntil != nil {
		data.FreshUntil = utc(v.FreshUntil)
	}
	if v.Login != nil {
		old := false
		data.Token, data.MemberID, data.IsNewMember = &v.Login.Token, &v.Login.MemberID, &old
	}
	return data
}

// seconds rounds a duration up to whole seconds.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// requireSession refuses a visitor, in a call that serves visitors only for some scenes.
func requireSession(c server.Caller) error {
	if c.MemberID == uuid.Nil {
		return reason.New(reason.SessionEnded)
	}
	return nil
}
