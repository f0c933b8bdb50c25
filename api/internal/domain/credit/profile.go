// Package credit keeps what a borrower may borrow and how well they pay: limit, score, their history, and the waiting
// times of products.
package credit

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

const (
	// InitialScore is where everyone starts; MaxScore is where nobody gets beyond.
	InitialScore = 600
	MaxScore     = 1000
	// MaxLimit is beyond any amount that is lent, in minor units: a slip of an operator's finger, or of a lender's,
	// ends here.
	MaxLimit = 1_000_000_000_000

	onTimeScore = 20
	onTimeBps   = 1000
	lateScore   = -40
	cancelScore = -10
	cancelBps   = -500
)

// Profile is a borrower's credit. Limit is minor units of Currency.
type Profile struct {
	MemberID uuid.UUID
	Currency money.Currency
	Limit    int64
	Score    int
}

// Initial is the profile of somebody who has none yet: the region's default limit, or what the allow-list promises.
func Initial(member uuid.UUID, r *region.Region, whiteListed bool) Profile {
	limit := r.DefaultLimit
	if whiteListed {
		limit = max(limit, r.LargestLimit(r.ProductList.White))
	}
	return Profile{MemberID: member, Currency: r.Currency, Limit: limit, Score: InitialScore}
}

// Decided is the profile after a lender's decision. nil leaves a figure as it is.
func (p Profile) Decided(limit *int64, score *int) Profile {
	if limit != nil {
		p.Limit = max(0, min(*limit, MaxLimit))
	}
	if score != nil {
		p.Score = clampScore(*score)
	}
	return p
}

// SettledOnTime is the profile after a loan that was paid back by its due date: score and limit rise, the limit by a
// tenth up to the largest that the region lists and lets anybody owe.
func (p Profile) SettledOnTime(r *region.Region) Profile {
	raised := p.Limit + money.MulBps(p.Limit, onTimeBps)
	p.Limit = max(p.Limit, min(raised, r.LargestLimit(r.ProductList.NonWhite)))
	p.Score = clampScore(p.Score + onTimeScore)
	return p
}

// SettledLate is the profile after a loan that was paid back too late.
func (p Profile) SettledLate() Profile {
	p.Score = clampScore(p.Score + lateScore)
	return p
}

// Cancelled is the profile after an offer was not taken: it loses a twentieth of the limit, never so much that the
// smallest loans of the region get out of reach.
func (p Profile) Cancelled(r *region.Region) Profile {
	lowered := p.Limit + money.MulBps(p.Limit, cancelBps)
	// Where the law allows no loan as large as the list's minimum, half of what everyone starts with stands in for it.
	floor := min(r.ProductList.White.Min, r.DefaultLimit/2)
	p.Limit = min(p.Limit, max(lowered, floor))
	p.Score = clampScore(p.Score + cancelScore)
	return p
}

// CarrierVerified is the profile after the borrower's number was proved with their carrier for the first time: score and
// limit rise by what the region says, the limit up to the largest that it lists and lets anybody owe.
func (p Profile) CarrierVerified(r *region.Region) Profile {
	raised := p.Limit + money.MulBps(p.Limit, r.CarrierCheck.LimitBonusBps)
	p.Limit = max(p.Limit, min(raised, r.LargestLimit(r.ProductList.NonWhite)))
	p.Score = clampScore(p.Score + r.CarrierCheck.ScoreBonus)
	return p
}

func clampScore(score int) int { return max(0, min(score, MaxScore)) }
