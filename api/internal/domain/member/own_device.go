package member

import (
	"context"
	"fmt"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// ownDevice reports whether the member behind a number has logged in on a device that is trusted since. The device's name
// is its proof: it is random, and of a name that is not longer than what stands in the addresses of pictures nothing is
// secret. Only who holds the device learns anything from the answer, and it is asked the same way for every number.
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

// admitOwn lets a login code through that a member's own device asks for. What it counts is counted of such devices alone,
// so that nobody can use it up who only knows the number or is behind the same address; and no picture stands in the way,
// which others could make the address ask for and use up as well. The figures are those for everybody.
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

// holdsCode reports whether whoever asks for a code has one that they can still enter.
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
