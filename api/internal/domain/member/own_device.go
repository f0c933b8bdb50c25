package member

import (
	"context"
	"fmt"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// ownDevice reports whether the member with a number has logged in on this device and the device is trusted. The device's name is
// the proof, because it is random. A name short enough to appear in full in the URL of an image code is not secret and does not
// count. The result helps only someone who holds the device, and the query is the same for every number.
func (m *Members) ownDevice(national string, from Caller) postgres.Query[bool] {
	name := from.Device
	if len(name) <= PublicDevice {
		name = ""
	}
	return postgres.Value[bool]("member: own device", `
		SELECT EXISTS (
			SELECT FROM member JOIN device ON device.member_id = member.id
			WHERE member.region = $1 AND member.phone_hash = $2 AND device.hash = $3 AND device.trusted_at IS NOT NULL)`,
		m.Region.Code, m.PhoneHash(national), m.deviceHash(name))
}

// admitOwn admits a login code that a member's own device requests. It is counted in buckets for such devices only, so that
// someone who just knows the number, or shares the address, cannot use them up. It needs no image code, because others could make
// the address require one and use it up. The limits are the same as for everyone.
func (m *Members) admitOwn(ctx context.Context, national string, r SendRequest) ([]limit.Bucket, error) {
	counted := append(deviceBuckets(r.From.Device, m.Limits.Device), ownNumberBucket(national, m.Limits.Phone))
	address := limit.Bucket{Name: ownAddress, Subject: r.From.IP, Rules: m.Limits.IP}
	verdict, err := m.Limiter.Take(ctx, m.Pool, slices.Concat(m.alarmBuckets(national, r.From), counted, []limit.Bucket{address})...)
	if err != nil {
		return nil, err
	}
	if verdict = m.alarm(verdict, national, r.From); verdict.Refused {
		return nil, m.refuse(ctx, verdict, national, r)
	}
	return counted, nil
}

// holdsCode reports whether the requester has a code that can still be entered.
func (m *Members) holdsCode(ctx context.Context, national string, r SendRequest) (bool, error) {
	const live = newestCode + `
		)
		SELECT EXISTS (SELECT FROM newest WHERE used_at IS NULL AND expires_at > $5 AND tries < $6)`
	holds, err := postgres.Value[bool]("member: holds a code", live, m.Region.Code, m.PhoneHash(national), int(r.Type), m.askerOf(r), m.Clock.Now(), CodeTries).
		Read(ctx, m.Pool)
	if err != nil {
		return false, fmt.Errorf("member: holds a code: %w", err)
	}
	return holds, nil
}
