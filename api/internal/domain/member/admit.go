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

// NeedImage reports whether a login code requires an image code first. Only the address and the device decide, and a member's own
// device never needs one. The number's own limits do not count here: otherwise the result would reveal whether someone has
// requested a code for the number within a day.
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

// callerBuckets returns the buckets of the caller, whatever number they request a code for.
func (m *Members) callerBuckets(from Caller) []limit.Bucket {
	return slices.Concat([]limit.Bucket{m.addressBucket(from, m.Limits.freeFor(from))}, m.unverifiedBuckets(from),
		deviceBuckets(from.Device, m.Limits.Device), failureBuckets(from, m.Limits.Failure))
}

// numberBuckets returns the buckets of the number that a login code is requested for.
func (m *Members) numberBuckets(national string) []limit.Bucket {
	return []limit.Bucket{
		phoneBucket(CodeLogin, national, slices.Concat(m.Limits.Phone, []limit.Rule{m.Limits.PhoneFree})),
		failedNumberBucket(national, m.Limits.Failure),
	}
}

func (m *Members) addressBucket(from Caller, free []limit.Rule) limit.Bucket {
	return ipBucket(from.IP, slices.Concat(m.Limits.IP, m.Limits.IPSoft, free))
}

// admission is the result of the checks of address and device.
type admission struct {
	needImage bool
	// free are the rules up to which the address may request codes without an image code.
	free []limit.Rule
}

// judgeCaller evaluates the verdict of callerBuckets. A device on which someone has logged in before is exempt from the free limit
// of an address shared by many, because such a device cannot be invented. The other limits apply to it too.
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

// deviceMet reports whether anyone has ever logged in on a device.
func (m *Members) deviceMet(ctx context.Context, device string) (met bool, err error) {
	const find = `SELECT EXISTS (SELECT FROM device WHERE hash = $1)`
	if err := m.Pool.QueryRow(ctx, find, m.deviceHash(device)).Scan(&met); err != nil {
		return false, fmt.Errorf("member: look for a device: %w", postgres.Reason(err))
	}
	return met, nil
}

// admitLogin admits a login code and returns the buckets to give back if it is not sent. The address and the device are checked
// first. The number's own limits are checked only after the request has used up one of the address's codes, so that probing
// whether a number has requested codes is not free.
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

// numberNeedsImage admits a number whose own limits require an image code, if the request has a correct one.
func (m *Members) numberNeedsImage(ctx context.Context, national string, r SendRequest) ([]limit.Bucket, error) {
	if err := m.passImage(ctx, national, r); err != nil {
		return nil, err
	}
	return m.takeLogin(ctx, national, r)
}

// takeLogin counts a code for its number and its device, and as unverified for its address and network.
func (m *Members) takeLogin(ctx context.Context, national string, r SendRequest) ([]limit.Bucket, error) {
	return m.take(ctx, national, r, slices.Concat(deviceBuckets(r.From.Device, m.Limits.Device), m.unverifiedBuckets(r.From), []limit.Bucket{
		phoneBucket(CodeLogin, national, m.Limits.Phone), numberOnNetworkBucket(national, r.From, m.Limits.PhoneNetwork),
	}))
}

// splitVerdict splits a verdict into the part about the caller and the part about the number.
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

// countAddress counts a request for its address. If a concurrent request took the last free code of the address, it requires an
// image code after all.
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

// admitStepUp admits a code that a session requests. It is sent to the session's own number, so no image code is required.
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

// passImage verifies the image code. A wrong one makes the next requests require one as well.
func (m *Members) passImage(ctx context.Context, national string, r SendRequest) error {
	err := m.verifyImage(ctx, national, r.Image, r.From, m.Clock.Now())
	if reason.Of(err) == reason.ImageCodeWrong {
		return errors.Join(err, m.countFailure(ctx, national, r.From))
	}
	return err
}

// countFailure counts a wrong code or image code for the caller, for the number and in the additional buckets.
func (m *Members) countFailure(ctx context.Context, national string, from Caller, more ...limit.Bucket) error {
	buckets := append(failureBuckets(from, m.Limits.Failure), failedNumberBucket(national, m.Limits.Failure))
	_, err := m.Limiter.Take(ctx, m.Pool, append(buckets, more...)...)
	return err
}
