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
	// Device is the session's for types other than login, which have none yet.
	Device uuid.UUID
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

// SendCode sends a code. Whether the number is a member's plays no part.
func (m *Members) SendCode(ctx context.Context, r SendRequest) (SentCode, error) {
	national, err := m.national(r.Phone)
	if err != nil {
		return SentCode{}, err
	}
	asker := m.askedOn(r.Device)
	if r.Type == CodeLogin {
		asker = m.askedFrom(r.From)
		err = m.admitLogin(ctx, national, r)
	} else {
		err = m.admitStepUp(ctx, national, r)
	}
	if err != nil {
		return SentCode{}, err
	}
	code, err := m.issueCode(ctx, m.Pool, national, r.Type, asker, m.Clock.Now())
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
