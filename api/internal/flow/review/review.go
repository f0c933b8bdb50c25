// Package review sends applications to their lenders and applies the decisions.
package review

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

// Args are the arguments of the job that sends an order to its lender.
type Args struct {
	OrderID  uuid.UUID `json:"orderId"`
	MemberID uuid.UUID `json:"memberId"`
	// WhiteListed is whether the member was on the operator's white list when they applied.
	WhiteListed bool `json:"whiteListed"`
}

// Kind names the job.
func (Args) Kind() string { return "order.review" }

// InsertOpts names its queue.
func (Args) InsertOpts() river.InsertOpts { return job.Lender.Options() }

// Review is the flow.
type Review struct {
	pool    *pgxpool.Pool
	clock   clock.Clock
	lenders lender.Gateways
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, lenders lender.Gateways) *Review {
	return &Review{pool: pool, clock: c, lenders: lenders}
}

// Run sends an order to its lender. It may be run again at any point. A lender that cannot be reached is an error, and
// a later decision arrives through Decide.
func (r *Review) Run(ctx context.Context, args Args) error {
	start := loan.Move{OrderID: args.OrderID, From: loan.WaitingReview, Event: loan.ReviewStarted, Actor: loan.BySystem, At: r.clock.Now()}
	if err := start.Apply(ctx, r.pool); err != nil && !errors.Is(err, loan.ErrState) {
		return err
	}
	order, err := loan.ByID(args.OrderID).Read(ctx, r.pool)
	if err != nil || order.Status != loan.UnderReview {
		return err
	}
	p, err := product.AtVersion(order.ProductID, order.ProductVersion, order.LenderCode).Read(ctx, r.pool)
	if err != nil {
		return err
	}
	application, err := r.application(ctx, order, p, args.WhiteListed)
	if err != nil {
		return err
	}
	gateway, err := r.lenders.For(p.Lender.Code, p.Lender.Gateway, p.Lender.Endpoint)
	if err != nil {
		return err
	}
	decision, err := gateway.Decide(ctx, application)
	if err != nil || decision.Outcome == lender.Pending {
		return err
	}
	err = r.Decide(ctx, order.ID, order.LenderCode, decision)
	if errors.Is(err, loan.ErrState) {
		return nil
	}
	return err
}

// application returns the verified data that the lender sees.
func (r *Review) application(ctx context.Context, o loan.Order, p product.Product, whiteListed bool) (lender.Application, error) {
	reg := region.Get(o.Region)
	today := reg.Today(r.clock.Now())
	b := &pgx.Batch{}
	asked := credit.Of(credit.Initial(o.MemberID, reg, whiteListed)).Queue(b)
	data := kyc.VerifiedDataOf(o.MemberID).Queue(b)
	orders := loan.ActivityOf(o.MemberID, today).Queue(b)
	if err := postgres.Send(ctx, r.pool, b); err != nil {
		return lender.Application{}, err
	}
	profile, verified, activity := asked.Get(), data.Get(), orders.Get()
	return lender.Application{
		OrderID: o.ID, OrderNo: o.OrderNo, Lender: o.LenderCode, Region: o.Region, Product: p.Code, Currency: o.Currency,
		Amount: o.AppliedAmount, MinAmount: p.Current.MinAmount, AmountStep: p.Current.AmountStep, TermDays: o.TermDays,
		IncomeBand: verified.IncomeBand, Age: verified.Age(o.AppliedOn), Score: profile.Score, CreditLimit: profile.Limit,
		WhiteListed: whiteListed, Contacts: verified.Contacts, WorkTime: verified.WorkTime, Residence: verified.Residence,
		SettledOnTime: activity.SettledOnTime, SettledLate: activity.SettledLate, OverdueNow: activity.OverdueNow(),
	}, nil
}
