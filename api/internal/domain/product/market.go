package product

import "slices"

// Market is what the open products of a region offer to everybody. Amounts are minor units; all are 0 while nothing is
// offered.
type Market struct {
	MinAmount, MaxAmount int64
	MinDays, MaxDays     int
}

// Add widens a market by a product: one that is not open, not lawful, or for the allow-list alone, adds nothing.
func (m Market) Add(c Criteria, termsDays []int) Market {
	if !c.Open || c.Unlawful || c.WhiteListedOnly {
		return m
	}
	shortest, longest := slices.Min(termsDays), slices.Max(termsDays)
	if m == (Market{}) {
		return Market{MinAmount: c.MinAmount, MaxAmount: c.MaxAmount, MinDays: shortest, MaxDays: longest}
	}
	return Market{
		MinAmount: min(m.MinAmount, c.MinAmount), MaxAmount: max(m.MaxAmount, c.MaxAmount),
		MinDays: min(m.MinDays, shortest), MaxDays: max(m.MaxDays, longest),
	}
}
