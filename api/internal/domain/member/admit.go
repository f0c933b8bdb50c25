package member

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// NeedImage reports whether an image code has to be entered before a login code is sent. Address and device alone decide,
// but for a member's own device, which needs none: were the number's own limits looked at, the answer would tell who has
// asked for a code within a day.
func (m *Members) NeedImage(ctx context.Context, typed string, from Caller) (bool, error) {
	national, err := m.national(typed)
	if err != nil {
		return false, err
	}
	asking, own := postgres.Piggyback(ctx, m.Pool, m.ownDevice(national, from))
	verdict, err := m.Limiter.Peek(asking, m.Pool, m.callerBuckets(from)...)
	if err != nil || own.Get() {
		return false, err
	}
	s, err := m.judgeCaller(ctx, verdict, from)
	return s.needImage, err
}

// callerBuckets are what is counted of who asks, whatever number they ask for.
func (m *Members) callerBuckets(from Caller) []limit.Bucket {
	return slices.Concat([]limit.Bucket{m.addressBucket(from, m.Limits.freeFor(from))}, m.unverifiedBuckets(from),
		deviceBuckets(from.Device, m.Limits.Device), failureBuckets(from, m.Limits.Failure))
}

// numberBuckets are what is counted of the number that a login code is asked for.
func (m *Members) numberBuckets(national string) []limit.Bucket {
	return []limit.Bucket{
		phoneBucket(CodeLogin, national, slices.Concat(m.Limits.Phone, []limit.Rule{m.Limits.PhoneFree})),
		failedNumberBucket(national, m.Limits.Failure),
	}
}

func (m *Members) addressBucket(from Caller, free []limit.Rule) limit.Bucket {
	return ipBucket(from.IP, slices.Concat(m.Limits.IP, m.Limits.IPSoft, free))
}

// admission is what address and device let a caller do.
type admission struct {
	needImage bool
	// free are the rules up to which the address sends codes without a picture.
	free []limit.Rule
}

// judgeCaller reads the verdict of callerBuckets. On a device on which somebody has logged in before, a caller who shares an
// address with many is spared the picture: such a device cannot be made up. The limits above the free codes hold for it, too.
func (m *Members) judgeCaller(ctx context.Context, v limit.Verdict, from Caller) (admission, error) {
	s := admission{free: m.Limits.freeFor(from)}
	soft := slices.DeleteFunc(slices.Clone(v.Over), func(o limit.Over) bool { return !o.Rule.Soft })
	onlyFree := len(soft) > 0 && !slices.ContainsFunc(soft, func(o limit.Over) bool { return o.Rule.Name != freeRule })
	s.needImage = len(soft) > 0
	if onlyFree && from.Device != "" {
		known, err := m.deviceMet(ctx, from.Device)
		if err != nil {
			return s, err
		}
		if known {
			s = admission{}
		}
	}
	if s.needImage {
		return s, nil
	}
	var err error
	s.needImage, err = m.shareTooLow(ctx)
	return s, err
}

// deviceMet reports whether anybody has ever logged in on a device.
func (m *Members) deviceMet(ctx context.Context, device string) (met bool, err error) {
	const find = `SELECT EXISTS (SELECT FROM device WHERE hash = $1)`
	if err := m.Pool.QueryRow(ctx, find, m.deviceHash(device)).Scan(&met); err != nil {
		return false, fmt.Errorf("member: look for a device: %w", postgres.Reason(err))
	}
	return met, nil
}

// admitLogin lets a login code through, and gives what it was counted on that is given back when it is not sent. What is
// asked for first depends on address and device alone; the number's own limits show only once the request has cost the
// address one of its codes, so that asking is no cheap way to learn who has asked before.
func (m *Members) admitLogin(ctx context.Context, national string, r SendRequest) ([]limit.Bucket, error) {
	asking, own := postgres.Piggyback(ctx, m.Pool, m.ownDevice(national, r.From))
	verdict, err := m.Limiter.Peek(asking, m.Pool, append(m.callerBuckets(r.From), m.numberBuckets(national)...)...)
	if err != nil {
		return nil, err
	}
	if own.Get() {
		return m.admitOwn(ctx, national, r)
	}
	caller, number := splitVerdict(verdict)
	if caller.Refused {
		return nil, m.refuse(ctx, caller, national, r)
	}
	s, err := m.judgeCaller(ctx, caller, r.From)
	if err != nil {
		return nil, err
	}
	if s.needImage {
		if err := m.passImage(ctx, national, r); err != nil {
			return nil, err
		}
	}
	if err := m.countAddress(ctx, national, r, s); err != nil {
		return nil, err
	}
	switch {
	case number.Refused:
		return nil, m.refuse(ctx, number, national, r)
	case len(number.Over) > 0 && !s.needImage:
		return m.numberNeedsImage(ctx, national, r)
	}
	return m.takeLogin(ctx, national, r)
}

// numberNeedsImage lets a number through whose own limits ask for a picture, as far as the request has brought one.
func (m *Members) numberNeedsImage(ctx context.Context, national string, r SendRequest) ([]limit.Bucket, error) {
	if err := m.passImage(ctx, national, r); err != nil {
		return nil, err
	}
	return m.takeLogin(ctx, national, r)
}

// takeLogin counts a code on its number, its device, and among those of its address and network that nobody has typed back.
func (m *Members) takeLogin(ctx context.Context, national string, r SendRequest) ([]limit.Bucket, error) {
	return m.take(ctx, national, r, slices.Concat(deviceBuckets(r.From.Device, m.Limits.Device), m.unverifiedBuckets(r.From), []limit.Bucket{
		phoneBucket(CodeLogin, national, m.Limits.Phone), numberOnNetworkBucket(national, r.From, m.Limits.PhoneNetwork),
	}))
}

// splitVerdict takes what is said about the caller and about the number apart.
func splitVerdict(v limit.Verdict) (caller, number limit.Verdict) {
	for _, o := range v.Over {
		part := &caller
		if strings.HasPrefix(o.Bucket, phonePrefix) || o.Bucket == failedNumber {
			part = &number
		}
		part.Over = append(part.Over, o)
		part.Refused = part.Refused || !o.Rule.Soft
	}
	return caller, number
}

// countAddress counts a request on its address. One that loses a race for the last free code of the address is asked for
// the picture after all.
func (m *Members) countAddress(ctx context.Context, national string, r SendRequest, s admission) error {
	verdict, err := m.Limiter.Take(ctx, m.Pool, append(m.alarmBuckets(national, r.From), m.addressBucket(r.From, s.free))...)
	if err != nil {
		return err
	}
	verdict = m.alarm(verdict, national, r.From)
	if verdict.Refused {
		return m.refuse(ctx, verdict, national, r)
	}
	if len(verdict.Over) > 0 && !s.needImage {
		return reason.New(reason.ImageCodeNeeded)
	}
	return nil
}

// admitStepUp lets a code through that a session asks for: it goes to the session's own number, so no image is asked.
func (m *Members) admitStepUp(ctx context.Context, national string, r SendRequest) ([]limit.Bucket, error) {
	return m.take(ctx, national, r, []limit.Bucket{phoneBucket(r.Type, national, m.Limits.Phone)})
}

func (m *Members) take(ctx context.Context, national string, r SendRequest, buckets []limit.Bucket) ([]limit.Bucket, error) {
	verdict, err := m.Limiter.Take(ctx, m.Pool, buckets...)
	if err != nil {
		return nil, err
	}
	if verdict.Refused {
		return nil, m.refuse(ctx, verdict, national, r)
	}
	return buckets, nil
}

// passImage proves the image code; a wrong one makes the next requests need one as well.
func (m *Members) passImage(ctx context.Context, national string, r SendRequest) error {
	err := m.verifyImage(ctx, national, r.Image, r.From, m.Clock.Now())
	if reason.Of(err) == reason.ImageCodeWrong {
		return errors.Join(err, m.countFailure(ctx, national, r.From))
	}
	return err
}

// countFailure counts a wrong code or picture on who entered it and on the number, and what else is named.
func (m *Members) countFailure(ctx context.Context, national string, from Caller, more ...limit.Bucket) error {
	buckets := append(failureBuckets(from, m.Limits.Failure), failedNumberBucket(national, m.Limits.Failure))
	_, err := m.Limiter.Take(ctx, m.Pool, append(buckets, more...)...)
	return err
}
