// Package conversion reports to an advertising platform what its clicks led to. It combines where a borrower came from,
// what the channel allows and what the borrower consented to, and hands the report to the gateway.
package conversion

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/region/phone"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/gateway/ads"
)

// Args are the arguments of the job that reports a conversion. The flow that causes the event inserts the job in its
// own transaction.
type Args struct {
	MemberID uuid.UUID     `json:"memberId"`
	Event    channel.Event `json:"event"`
	// Subject is the member of a registration, and the order of the other events.
	Subject uuid.UUID `json:"subject"`
	// At is the business time of the event.
	At time.Time `json:"at"`
	// Value is the principal of a payout. The other events have none.
	Value money.Money `json:"value,omitzero"`
}

// Kind names the job.
func (Args) Kind() string { return "conversion" }

// InsertOpts names its queue.
func (Args) InsertOpts() river.InsertOpts { return job.Marketing.Options() }

// Job returns the job that reports the conversion. A second job for the same event is dropped.
func (a Args) Job() job.Job { return job.Job{Args: a, Unique: channel.EventID(a.Event, a.Subject)} }

// Flow reports conversions.
type Flow struct {
	pool    *pgxpool.Pool
	clock   clock.Clock
	region  *region.Region
	keyring *secret.Keyring
	gateway ads.Gateway
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, r *region.Region, ring *secret.Keyring, gateway ads.Gateway) *Flow {
	return &Flow{pool: pool, clock: c, region: r, keyring: ring, gateway: gateway}
}

// Report processes one conversion, once. Most borrowers did not come through a channel; nothing is stored about them.
// An error that is ads.ErrRefused is final; any other error is worth a retry.
func (f *Flow) Report(ctx context.Context, a Args) error {
	origin, err := channel.LastOrigin(a.MemberID, a.At).Read(ctx, f.pool)
	if err != nil || origin == nil {
		return err
	}
	if done, err := channel.Concluded(a.Event, a.Subject).Read(ctx, f.pool); err != nil || done {
		return err
	}
	c, err := channel.Find(ctx, f.pool, origin.Channel, origin.AppProductID)
	if err != nil {
		return err
	}
	who, score, err := f.borrower(ctx, a.MemberID)
	if err != nil {
		return err
	}
	// The borrower may have withdrawn the consent since.
	granted, err := member.Granted(a.MemberID, member.ConsentAnalytics).Read(ctx, f.pool)
	if err != nil {
		return err
	}
	origin.Consent = origin.Consent && granted
	said := channel.Conversion{MemberID: a.MemberID, Event: a.Event, Subject: a.Subject, Channel: origin.Channel, At: f.clock.Now()}
	if why := judge(a.Event, *origin, c, who, score); why != "" {
		said.State, said.Detail = channel.Skipped, why
		return channel.Conclude(ctx, f.pool, said)
	}
	account, action, _ := c.Target(a.Event)
	clickName, clickID := origin.ClickID()
	token, err := channel.Token(ctx, f.pool, f.keyring, c.Code)
	if err != nil {
		return err
	}
	err = f.gateway.Report(ctx, ads.Conversion{
		Platform: string(c.PromotionPlatform), PixelID: c.PixelID, Token: token, TestCode: c.TestEventCode, Account: account, Action: action,
		Event: string(a.Event), EventID: channel.EventID(a.Event, a.Subject), At: a.At, PageURL: origin.PageURL, Value: a.Value,
		Phone: phone.E164(f.region, who.Phone), MemberID: a.MemberID.String(),
		Fbc: origin.FacebookFbc, Fbp: origin.FacebookFbp, ClickName: clickName, ClickID: clickID, IP: origin.IP, UserAgent: origin.UserAgent,
	})
	switch {
	case errors.Is(err, ads.ErrRefused):
		said.State, said.Detail = channel.Refused, refusedByThese
		return errors.Join(err, channel.Conclude(ctx, f.pool, said))
	case err != nil:
		return err
	}
	said.State = channel.Sent
	return channel.Conclude(ctx, f.pool, said)
}

func (f *Flow) borrower(ctx context.Context, id uuid.UUID) (member.Summary, int, error) {
	found, err := member.ByIDs(ctx, f.pool, id)
	if err != nil {
		return member.Summary{}, 0, err
	}
	who := found[id]
	profile, err := credit.Of(credit.Initial(id, f.region, who.WhiteListed)).Read(ctx, f.pool)
	return who, profile.Score, err
}
