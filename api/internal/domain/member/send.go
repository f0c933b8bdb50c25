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

// SendRequest is a request for an SMS code.
type SendRequest struct {
	// Phone is the number as typed. For types other than login it is the session's own number.
	Phone string
	Type  CodeType
	// Device is the session's device. A login has none yet.
	Device uuid.UUID
	// Image is the image code as typed, or empty if none was required.
	Image string
	From  Caller
	Lang  lang.Lang
	// Product and Host are parts of the message: the app that requests the code, and the host on which the phone may fill it in
	// automatically.
	Product string
	Host    string
}

// SentCode describes a sent code.
type SentCode struct {
	// Phone is the masked number.
	Phone  string
	Length int
}

// SendCode sends a code. It does not depend on whether the number belongs to a member.
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
		return SentCode{}, m.unissued(ctx, id, counted, err)
	}
	message := sms.Message{ID: uuid.NewString(), Phone: phone.E164(m.Region, national), Body: text(r, code)}
	if err := m.SMS.Send(ctx, message); err != nil {
		return SentCode{}, m.unsent(ctx, id, counted, err)
	}
	return SentCode{Phone: secret.MaskPhone(national), Length: len(code)}, nil
}

// unissued handles a code that was counted but could not be stored, and is therefore never sent: it must not make the borrower wait
// for the next one.
func (m *Members) unissued(ctx context.Context, code uuid.UUID, counted []limit.Bucket, failed error) error {
	late, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	_, err := m.takeBack(late, code, counted)
	return errors.Join(failed, err)
}

// unsent handles a code whose sending the provider did not confirm, and returns the error for the borrower. counted are the
// buckets in which it was counted.
func (m *Members) unsent(ctx context.Context, code uuid.UUID, counted []limit.Bucket, failed error) error {
	// Also if the client has disconnected, because the provider's answer still has to be handled.
	late, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	switch {
	case errors.Is(failed, sms.ErrRefused):
		return errors.Join(reason.New(reason.CarrierInvalid).Because(failed), expireCode(late, m.Pool, code))
	case errors.Is(failed, sms.ErrNotTaken):
		wait, err := m.takeBack(late, code, counted)
		return errors.Join(reason.New(reason.CodeNotObtained).After(wait).Because(failed), err)
	default:
		return errors.Join(reason.New(reason.CodeUncertain).After(ResendAfter).Because(failed), m.markUncertain(late, code, counted))
	}
}

// sendRetryAfter is the wait after a message that the provider did not accept. It is unknown when it will accept one.
const sendRetryAfter = 5 * time.Second

// takeBack deletes a code that was certainly not sent and gives back its count for number and device, so that the borrower need
// not wait two minutes for the next one. The count for the address stays. A code for which someone entered a guess in the meantime
// stays and remains counted, so that there are no more guesses than the limits allow.
func (m *Members) takeBack(ctx context.Context, code uuid.UUID, counted []limit.Bucket) (wait time.Duration, err error) {
	wait = ResendAfter
	err = postgres.InTx(ctx, m.Pool, func(ctx context.Context, tx pgx.Tx) error {
		untried, err := endCode(ctx, tx, code)
		if err != nil || !untried {
			return err
		}
		wait = sendRetryAfter
		return m.Limiter.Uncount(ctx, tx, counted...)
	})
	return wait, err
}

// refuse returns the error for an exceeded limit. A requester without a usable code of their own gets SMSNotYet instead of
// SMSTooSoon, for which the app would open its dialog to enter a code: the last code was requested by someone else or has been
// used.
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

// refusal returns the error for an exceeded limit. For the wait before a resend it is SMSTooSoon, for which the app opens its
// dialog, because a code was sent before.
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
