package product

import "slices"

// Market holds the ranges of amounts and terms that the open products of a region offer to everyone. Amounts are minor units. All
// fields are 0 if nothing is offered.
type Market struct {
	MinAmount, MaxAmount int64
	MinDays, MaxDays     int
}

// Add extends the ranges by a product. A product that is suspended, unlawful or for the allow-list only changes nothing.
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
