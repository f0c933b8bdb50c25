// Package credit holds how much a member may borrow and how well they repay: limit, score, their history, and the freezes of products.
package credit

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// These figures are the platform's own policy. No law, credit bureau or partner sets them; the specification only asks that a
// cancelled offer may lower the limit. They open or close products (a product's minimum score) and never change a running loan. A
// lender or an operator sets limit and score directly (Decided), and the bonus for the carrier's check is the region's.
const (
	// InitialScore is the score of a new profile. Twenty loans repaid on time raise it to MaxScore.
	InitialScore = 600
	// MaxScore is the maximum of the score; its minimum is zero.
	MaxScore = 1000
	// MaxLimit is far above any loan amount, in minor units. It bounds typing errors of operators and lenders.
	MaxLimit = 1_000_000_000_000

	// onTimeScore is the change of the score when a loan is repaid by its due date.
	onTimeScore = 20
	// onTimeBps is the change of the limit then, in basis points of the limit: a rise by 10 %.
	onTimeBps = 1000
	// lateScore is the change of the score when a loan is repaid late. It undoes two loans on time; the limit stays.
	lateScore = -40
	// cancelScore is the change of the score when a borrower cancels an offer. It undoes half a loan on time.
	cancelScore = -10
	// cancelBps is the change of the limit then, in basis points of the limit: a fall by 5 %, half of what a loan on time
	// raises it by.
	cancelBps = -500
)

// Profile is a borrower's credit. Limit is minor units of Currency.
type Profile struct {
	MemberID uuid.UUID
	Currency money.Currency
	Limit    int64
	Score    int
}

// Initial returns the profile of a new member: the region's default limit, or the limit of the allow-list if that is higher.
func Initial(member uuid.UUID, r *region.Region, whiteListed bool) Profile {
	limit := r.DefaultLimit
	if whiteListed {
		limit = max(limit, r.LargestLimit(r.ProductList.White))
	}
	return Profile{MemberID: member, Currency: r.Currency, Limit: limit, Score: InitialScore}
}

// Decided returns the profile after a lender's decision. A nil figure does not change.
func (p Profile) Decided(limit *int64, score *int) Profile {
	if limit != nil {
		p.Limit = max(0, min(*limit, MaxLimit))
	}
	if score != nil {
		p.Score = clampScore(*score)
	}
	return p
}

// SettledOnTime returns the profile after a loan was repaid by its due date. Score and limit rise, the limit by 10 % up to the
// largest amount that the region lists and allows a member to owe.
func (p Profile) SettledOnTime(r *region.Region) Profile {
	raised := p.Limit + money.MulBps(p.Limit, onTimeBps)
	p.Limit = max(p.Limit, min(raised, r.LargestLimit(r.ProductList.NonWhite)))
	p.Score = clampScore(p.Score + onTimeScore)
	return p
}

// SettledLate returns the profile after a loan was repaid late.
func (p Profile) SettledLate() Profile {
	p.Score = clampScore(p.Score + lateScore)
	return p
}

// Cancelled returns the profile after an offer was cancelled. It loses 5 % of the limit, but the smallest loans of the region stay
// within the limit.
func (p Profile) Cancelled(r *region.Region) Profile {
	lowered := p.Limit + money.MulBps(p.Limit, cancelBps)
	// If the law caps loans below the list's minimum, half of the default limit replaces the minimum.
	floor := min(r.ProductList.White.Min, r.DefaultLimit/2)
	p.Limit = min(p.Limit, max(lowered, floor))
	p.Score = clampScore(p.Score + cancelScore)
	return p
}

// CarrierVerified returns the profile after the carrier verified the borrower's number for the first time. Score and limit rise by
// the region's bonus, the limit up to the largest amount that the region lists and allows a member to owe.
func (p Profile) CarrierVerified(r *region.Region) Profile {
	raised := p.Limit + money.MulBps(p.Limit, r.CarrierCheck.LimitBonusBps)
	p.Limit = max(p.Limit, min(raised, r.LargestLimit(r.ProductList.NonWhite)))
	p.Score = clampScore(p.Score + r.CarrierCheck.ScoreBonus)
	return p
}

func clampScore(score int) int { return max(0, min(score, MaxScore)) }
