package api

import (
	"context"
	"errors"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// within counts a hit in each bucket. If one is full, nothing is counted, and the error says when to retry.
func (a *API) within(ctx context.Context, full reason.Reason, buckets ...limit.Bucket) error {
	verdict, err := a.Services.Limiter.Take(ctx, a.Services.Pool, buckets...)
	if err != nil {
		return err
	}
	return verdict.Refusal(full)
}

// room is the guard of a call that is limited per member.
func (a *API) room(bucket func(server.Caller) limit.Bucket) server.Guard {
	return func(ctx context.Context, c server.Caller) error {
		return a.within(ctx, reason.TooManyRequests, bucket(c))
	}
}

// errUncounted rolls back what was begun without being counted.
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

// uploads limits the pictures of one member: the forms need a dozen, and each picture is decoded and stored.
func uploads(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "upload", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 60},
		{Name: "day", Per: 24 * time.Hour, Max: 200},
	}}
}

// identities limits the identities that one member submits, because the response reveals whether a number belongs to
// somebody else.
func identities(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "identity", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 20},
		{Name: "day", Per: 24 * time.Hour, Max: 40},
	}}
}

// intents limits the payment intents of one member: each is a row, a code that the bank may report, and a link.
func intents(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "intent", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 60},
		{Name: "day", Per: 24 * time.Hour, Max: 200},
	}}
}

// statements limits the statements of one member: each is computed from the journal and rendered as a document.
func statements(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "statement", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 30},
		{Name: "day", Per: 24 * time.Hour, Max: 100},
	}}
}

// drafts limits how often a member's forms save themselves, which they do after every pause in typing.
func drafts(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "draft", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "minutes", Per: 10 * time.Minute, Max: 300},
	}}
}

// consentChanges limits a member's changes of consents, because every change is stored permanently.
func consentChanges(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "consent", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 60},
		{Name: "day", Per: 24 * time.Hour, Max: 150},
	}}
}

// keyedCalls limits a member's calls with an idempotency key that have no limit of their own: each key is a row that is
// kept for a day, whatever the result. A phone that repeats a call on a bad connection stays far below the limit.
func keyedCalls(c server.Caller) limit.Bucket {
	return limit.Bucket{Name: "keyed", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 600},
		{Name: "day", Per: 24 * time.Hour, Max: 1500},
	}}
}
