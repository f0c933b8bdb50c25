package api

import (
	"context"
	"errors"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// within counts a hit in each bucket. Where one is full nothing is counted, and the caller is told when there is room
// again.
func (a *API) within(ctx context.Context, full reason.Reason, buckets ...limit.Bucket) error {
	verdict, err := a.Services.Limiter.Take(ctx, a.Services.Pool, buckets...)
	if err != nil {
		return err
	}
	return verdict.Refusal(full)
}

// room guards a call that one member may make so often.
func (a *API) room(bucket func(server.Caller) limit.Bucket) server.Guard {
	return func(ctx context.Context, c server.Caller) error {
		return a.within(ctx, reason.TooManyRequests, bucket(c))
	}
}

// errUncounted undoes what was begun without being counted.
var errUncounted = errors.New("api: the call was not counted")

// rateLimit is room for a call with an idempotency key.
func (a *API) rateLimit(bucket func(server.Caller) limit.Bucket) server.RateLimit {
	return func(ctx context.Context, c server.Caller) (context.Context, func() error) {
		ctx, verdict := a.Services.Limiter.TakeBeforeTx(ctx, a.Services.Pool, bucket(c))
		return ctx, func() error {
			v, known := verdict()
			if !known {
				return errUncounted
			}
			return v.Refusal(reason.TooManyRequests)
		}
	}
}

// uploads bounds the pictures of one member: the forms need a dozen, and every one is decoded and kept.
func uploads(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "upload", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 60},
		{Name: "day", Per: 24 * time.Hour, Max: 200},
	}}
}

// identities bounds the identities that one member submits: the answer tells whether a number is somebody else's.
func identities(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "identity", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 20},
		{Name: "day", Per: 24 * time.Hour, Max: 40},
	}}
}

// intents bounds the payment intents that one member opens: each is a row, a code that the bank may report, and a link.
func intents(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "intent", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 60},
		{Name: "day", Per: 24 * time.Hour, Max: 200},
	}}
}

// statements bounds those that one member has made: each is worked out from the journal and set as a document.
func statements(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "statement", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 30},
		{Name: "day", Per: 24 * time.Hour, Max: 100},
	}}
}

// drafts bounds how often one member's forms save themselves: they do after every pause in the typing.
func drafts(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "draft", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "minutes", Per: 10 * time.Minute, Max: 300},
	}}
}

// consentChanges bounds what one member says on their consents: every word is kept for good.
func consentChanges(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "consent", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 60},
		{Name: "day", Per: 24 * time.Hour, Max: 150},
	}}
}

// keyedCalls bounds the calls under an idempotency key of one member, but for those that have a bound of their own: each key is a row for a
// day, whatever comes of the call. A phone that sends one call again and again on a bad line is far below it.
func keyedCalls(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "keyed", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 600},
		{Name: "day", Per: 24 * time.Hour, Max: 1500},
	}}
}
