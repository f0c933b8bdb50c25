package member

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
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
	admit := m.admitStepUp
	if r.Type == CodeLogin {
		admit = m.admitLogin
	}
	counted, err := admit(ctx, national, r)
	if err != nil {
		return SentCode{}, err
	}
	id, code, err := m.issueCode(ctx, m.Pool, national, r.Type, m.askerOf(r), m.networkHash(r.From), m.Clock.Now())
	if err != nil {
		return SentCode{}, err
	}
	message := sms.Message{ID: uuid.NewString(), Phone: phone.E164(m.Region, national), Body: text(r, code)}
	if err := m.SMS.Send(ctx, message); err != nil {
		return SentCode{}, m.unsent(ctx, id, counted, err)
	}
	return SentCode{Phone: secret.MaskPhone(national), Length: len(code)}, nil
}

// unsent is what becomes of a code that the provider did not confirm, and what its borrower is told. counted is what it was
// counted on.
func (m *Members) unsent(ctx context.Context, code uuid.UUID, counted []limit.Bucket, failed error) error {
	// Who has left has not made the provider's answer another one.
	late, cancel := detached.WithTimeout(ctx, time.Second)
	defer cancel()
	switch {
	case errors.Is(failed, sms.ErrRefused):
		return reason.New(reason.CarrierInvalid).Because(failed)
	case errors.Is(failed, sms.ErrNotTaken):
		wait, err := m.takeBack(late, code, counted)
		return errors.Join(reason.New(reason.CodeNotObtained).After(wait).Because(failed), err)
	default:
		return errors.Join(reason.New(reason.CodeUncertain).After(ResendAfter).Because(failed), m.markUncertain(late, code, counted))
	}
}

// notTakenAfter is the wait after a message that the provider has not taken: nothing is known of when it will.
const notTakenAfter = 5 * time.Second

// takeBack ends a code that certainly was not sent, and gives back what it took of the limits of number and device: nobody
// waits two minutes for the next one. The address stays counted, and so does a code that somebody entered a guess into
// while the provider was asked: there are no more guesses than codes that the limits let through.
func (m *Members) takeBack(ctx context.Context, code uuid.UUID, counted []limit.Bucket) (wait time.Duration, err error) {
	wait = ResendAfter
	err = postgres.InTx(ctx, m.Pool, func(ctx context.Context, tx pgx.Tx) error {
		untried, err := endCode(ctx, tx, code)
		if err != nil || !untried {
			return err
		}
		wait = notTakenAfter
		return m.Limiter.GiveBack(ctx, tx, counted...)
	})
	return wait, err
}

// refuse words a limit for whoever has met it. Who holds no code of their own is not told to look for one: what arrived
// last was asked for by somebody else, or has been used, and the app opens no dialog for it.
func (m *Members) refuse(ctx context.Context, v limit.Verdict, national string, r SendRequest) error {
	told := refusal(v, national)
	if told.Reason != reason.SMSTooSoon {
		return told
	}
	holds, err := m.holdsCode(ctx, national, r)
	switch {
	case err != nil:
		return err
	case !holds:
		return reason.New(reason.SMSNotYet).After(told.RetryAfter)
	}
	return told
}

// refusal words a limit. Who has to wait for the resend has a code already: the app opens its dialog.
func refusal(v limit.Verdict, national string) *reason.Error {
	hard := v.Over[slices.IndexFunc(v.Over, func(o limit.Over) bool { return !o.Rule.Soft })]
	wait := hard.RetryAfter
	switch {
	case slices.Contains([]string{"sms.ip", ownAddress, unverifiedAddress, unverifiedNetwork}, hard.Bucket):
		return reason.New(reason.TooManyRequests).After(wait)
	case hard.Rule.Name == resendRule:
		return reason.New(reason.SMSTooSoon).After(wait).Phone(secret.MaskPhone(national))
	case hard.Rule.Name == dayRule:
		return reason.New(reason.SMSDayLimit).After(wait)
	default:
		return reason.New(reason.SMSTooMany).After(wait)
	}
}
