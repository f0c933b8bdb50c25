package servicing

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// Earned is the interest of a lender's loans for one value date, in minor units.
type Earned struct {
	Lender   string
	Currency money.Currency
	On       money.Date
	// Accrued is the interest of the night that ended on the date. Corrected is what became known on the date about
	// earlier nights: a payment that was older than assumed, or one that the bank took back.
	Accrued   int64
	Corrected int64
}

// InterestPeriod selects what an interest report covers.
type InterestPeriod struct {
	Region *region.Region
	// From and To are value dates, both included.
	From, To money.Date
	// Lender is the code of one lender; empty for all lenders.
	Lender string
}

// pageSize bounds the number of loans held in memory.
const pageSize = 500

// EarnedInterest computes the interest earned in a period by lender, currency and value date. The journal is written on
// events of a loan and once a month; this is what it would contain if it were written every night. It reads one
// snapshot of the database.
func EarnedInterest(ctx context.Context, replica *postgres.Replica, p InterestPeriod) ([]Earned, error) {
	var all earnings
	err := replica.InSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		all = earnings{}
		last := uuid.Nil
		for {
			since, changed := p.From.In(p.Region.TimeZone), repay.RefundFailedSince(`l.order_id`, `$4`)
			orders, err := loan.AccruingIn(p.Region.Code, p.Lender, p.To, since, changed, last, pageSize).Read(ctx, tx)
			if err != nil {
				return err
			}
			if err := all.add(ctx, tx, p, orders); err != nil {
				return err
			}
			if len(orders) < pageSize {
				return nil
			}
			last = orders[len(orders)-1]
		}
	})
	return all.sorted(), err
}

// earnings are the sums so far.
type earnings map[Earned]*Earned

func (e earnings) add(ctx context.Context, tx pgx.Tx, p InterestPeriod, orders []uuid.UUID) error {
	if len(orders) == 0 {
		return nil
	}
	b := &pgx.Batch{}
	loans := FactsOf(orders...).Queue(b)
	dates := ledger.PaymentDatesOf(orders...).Queue(b)
	parts := repay.AppliedReversalsOf(orders...).Queue(b)
	refunds := repay.RefundsOf(orders...).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	for _, order := range orders {
		facts := loans.Get()[order]
		known := KnownDates{
			PaidOut: dates.Get().Disbursed[order], Payments: dates.Get(), Parts: partDates(parts.Get()[order], p.Region), Refunds: refundDates(refunds.Get()[order], p.Region),
		}
		for _, day := range facts.InterestByDay(p.Region, known, p.From, p.To) {
			sum := e.of(Earned{Lender: facts.Order.LenderCode, Currency: facts.Order.Currency, On: day.On})
			sum.Accrued = money.Sum(sum.Accrued, day.Accrued)
			sum.Corrected = money.Sum(sum.Corrected, day.Corrected)
		}
	}
	return nil
}

// of returns the sum of a lender, currency and date.
func (e earnings) of(key Earned) *Earned {
	sum, ok := e[key]
	if !ok {
		sum = &Earned{Lender: key.Lender, Currency: key.Currency, On: key.On}
		e[key] = sum
	}
	return sum
}

func (e earnings) sorted() []Earned {
	all := make([]Earned, 0, len(e))
	for _, sum := range e {
		all = append(all, *sum)
	}
	slices.SortFunc(all, func(a, b Earned) int {
		return cmp.Or(cmp.Compare(a.Lender, b.Lender), cmp.Compare(a.Currency, b.Currency), a.On.Compare(b.On))
	})
	return all
}

func partDates(parts []repay.AppliedReversal, r *region.Region) []PartDate {
	all := make([]PartDate, len(parts))
	for i, part := range parts {
		all[i] = PartDate{PaymentID: part.PaymentID, Amount: part.Amount, On: r.Today(part.DecidedAt)}
	}
	return all
}

func refundDates(refunds []repay.Refund, r *region.Region) []RefundDates {
	all := make([]RefundDates, len(refunds))
	for i, refund := range refunds {
		all[i] = RefundDates{PaymentID: refund.PaymentID, Amount: refund.Amount, From: r.Today(refund.CreatedAt)}
		if again := refund.CountsAgainSince(); again != nil {
			all[i].Failed = r.Today(*again)
		}
	}
	return all
}
