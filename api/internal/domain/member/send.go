package member

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region/phone"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
)

// SendRequest asks for a code.
type SendRequest struct {
	// Phone is the number as typed; for types other than login it is the session's own.
	Phone string
	Type  CodeType
	// Image is the image code as typed, empty when none was asked for.
	Image string
	From  Caller
	Lang  lang.Lang
	// Product and Host stand in the text: who asks for the code, and where the phone may fill it in by itself.
	Product string
	Host    string
}

// SentCode tells where a code went.
type SentCode struct {
	// Phone is masked.
	Phone  string
	Length int
}

// NeedImage reports whether an image code has to be entered before a login code is sent to a number. It looks at limits
// alone, so known and unknown numbers get the same answer.
func (m *Members) NeedImage(ctx context.Context, typed string, from Caller) (bool, error) {
	national, err := m.national(typed)
	if err != nil {
		return false, err
	}
	verdict, err := m.Limiter.Peek(ctx, m.Pool, m.imageBuckets(national, from)...)
	if err != nil {
		return false, err
	}
	return m.needImage(ctx, verdict)
}

// imageBuckets are the buckets that decide whether an image code is needed, and the number's own that may refuse at once.
func (m *Members) imageBuckets(national string, from Caller) []limit.Bucket {
	l := m.Limits
	gates := []limit.Bucket{
		phoneBucket(CodeLogin, national, slices.Concat(l.Phone, []limit.Rule{l.PhoneFree})),
		ipBucket(from.IP, slices.Concat(l.IP, l.IPSoft, []limit.Rule{l.IPFree})),
	}
	gates = append(gates, deviceBuckets(from.Device, l.Device)...)
	return append(gates, failureBuckets(from, national, l.Failure)...)
}

func (m *Members) needImage(ctx context.Context, verdict limit.Verdict) (bool, error) {
	if slices.ContainsFunc(verdict.Over, func(o limit.Over) bool { return o.Rule.Soft }) {
		return true, nil
	}
	return m.shareTooLow(ctx)
}

// SendCode sends a code. Whether the number is a member's plays no part.
func (m *Members) SendCode(ctx context.Context, r SendRequest) (SentCode, error) {
	national, err := m.national(r.Phone)
	if err != nil {
		return SentCode{}, err
	}
	if r.Type == CodeLogin {
		err = m.admitLogin(ctx, national, r)
	} else {
		err = m.admitStepUp(ctx, national, r)
	}
	if err != nil {
		return SentCode{}, err
	}
	code, err := m.issueCode(ctx, m.Pool, national, r.Type, m.Clock.Now())
	if err != nil {
		return SentCode{}, err
	}
	message := sms.Message{ID: uuid.NewString(), Phone: phone.E164(m.Region, national), Body: text(r, code)}
	if err := m.SMS.Send(ctx, message); err != nil {
		if errors.Is(err, sms.ErrRefused) {
			return SentCode{}, reason.New(reason.CarrierInvalid).Because(err)
		}
		return SentCode{}, errors.Join(reason.New(reason.CodeNotObtained).After(5*time.Second).Because(err), m.unsent(ctx, national, r.Type))
	}
	return SentCode{Phone: secret.MaskPhone(national), Length: len(code)}, nil
}

// unsent gives back what a code that was not sent took of the number's limits: nobody waits two minutes for
// the next one, and the app is not told that a code is there. The address stays counted.
func (m *Members) unsent(ctx context.Context, national string, kind CodeType) error {
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return m.Limiter.GiveBack(late, m.Pool, phoneBucket(kind, national, nil))
}

// admitLogin lets a login code through. The number's own limits come first: who has a code already is not asked for an
// image in vain. The address is counted before the number, so that a request that loses a race for the last free send
// of an address does not use up the number's.
func (m *Members) admitLogin(ctx context.Context, national string, r SendRequest) error {
	verdict, err := m.Limiter.Peek(ctx, m.Pool, m.imageBuckets(national, r.From)...)
	if err != nil {
		return err
	}
	if verdict.Refused {
		return refusal(verdict, national)
	}
	need, err := m.needImage(ctx, verdict)
	if err != nil {
		return err
	}
	if need {
		if err := m.passImage(ctx, national, r); err != nil {
			return err
		}
	}
	l := m.Limits
	address := ipBucket(r.From.IP, slices.Concat(l.IP, l.IPSoft, []limit.Rule{l.IPFree}))
	verdict, err = m.Limiter.Take(ctx, m.Pool, append(m.alarmBuckets(national, r.From), address)...)
	if err != nil {
		return err
	}
	verdict = m.alarm(verdict, national, r.From)
	if verdict.Refused {
		return refusal(verdict, national)
	}
	if len(verdict.Over) > 0 && !need {
		return reason.New(reason.ImageCodeNeeded)
	}
	return m.take(ctx, national, append(deviceBuckets(r.From.Device, l.Device), phoneBucket(CodeLogin, national, l.Phone)))
}

// admitStepUp lets a code through that a session asks for: it goes to the session's own number, so no image is asked.
func (m *Members) admitStepUp(ctx context.Context, national string, r SendRequest) error {
	return m.take(ctx, national, []limit.Bucket{phoneBucket(r.Type, national, m.Limits.Phone)})
}

func (m *Members) take(ctx context.Context, national string, buckets []limit.Bucket) error {
	verdict, err := m.Limiter.Take(ctx, m.Pool, buckets...)
	if err != nil {
		return err
	}
	if verdict.Refused {
		return refusal(verdict, national)
	}
	return nil
}

// passImage proves the image code; a wrong one makes the next requests need one as well.
func (m *Members) passImage(ctx context.Context, national string, r SendRequest) error {
	err := m.verifyImage(ctx, national, r.Image, r.From, m.Clock.Now())
	if reason.Of(err) == reason.ImageCodeWrong {
		return errors.Join(err, m.countFailure(ctx, national, r.From))
	}
	return err
}

func (m *Members) countFailure(ctx context.Context, national string, from Caller) error {
	_, err := m.Limiter.Take(ctx, m.Pool, failureBuckets(from, national, m.Limits.Failure)...)
	return err
}

// refusal words a limit. Who has to wait for the resend has a code already: the app opens its dialog.
func refusal(v limit.Verdict, national string) error {
	hard := v.Over[slices.IndexFunc(v.Over, func(o limit.Over) bool { return !o.Rule.Soft })]
	wait := hard.RetryAfter
	switch {
	case hard.Bucket == "sms.ip":
		return reason.New(reason.TooManyRequests).After(wait)
	case hard.Rule.Name == resendRule:
		return reason.New(reason.SMSTooSoon).After(wait).Phone(secret.MaskPhone(national))
	case hard.Rule.Name == dayRule:
		return reason.New(reason.SMSDayLimit).After(wait)
	default:
		return reason.New(reason.SMSTooMany).After(wait)
	}
}
