package region

import "fmt"

// CapBasis says which figure of a product a cap bounds.
type CapBasis string

// The bases of a cap.
const (
	// NominalRate is the contract's annual rate alone.
	NominalRate CapBasis = "nominal"
	// AllInAPR is the nominal annual percentage rate with every fee of a loan repaid on time.
	AllInAPR CapBasis = "apr"
)

// Cap is the highest rate that a type of lender may ask for.
type Cap struct {
	// LenderType is credit_institution or other.
	LenderType string   `yaml:"lenderType"`
	Basis      CapBasis `yaml:"basis"`
	Bps        int64    `yaml:"bps"`
	// Source is the rule it comes from, shown to the operator whose product breaks it.
	Source string `yaml:"source"`
}

// LoanCap is how much, for how long and beside how many other loans a type of lender may lend. Zero means that the region
// knows no such bound.
type LoanCap struct {
	LenderType string `yaml:"lenderType"`
	// MaxPrincipal is the largest loan, in minor units.
	MaxPrincipal int64 `yaml:"maxPrincipal"`
	// MaxTermDays is the longest term with every extension. Days by which a holiday moves a due date are not counted.
	MaxTermDays int `yaml:"maxTermDays"`
	// MaxDebt is the principal that a borrower may have in progress with a new loan of such a lender, in minor units. All
	// loans of the platform count, whoever lends them.
	MaxDebt int64 `yaml:"maxDebt"`
	// Source is the rule it comes from, shown to the operator whose product breaks it.
	Source string `yaml:"source"`
}

// LatePenalty bounds what being late may cost. Zero means that the region knows no such bound.
type LatePenalty struct {
	// OfRateBps bounds the yearly rate of late charges as a share of the contract's rate: 15000 is 150 % of it.
	OfRateBps int64 `yaml:"ofRateBps"`
	// OfPrincipalBps bounds the sum of all late charges as a share of the principal.
	OfPrincipalBps int64 `yaml:"ofPrincipalBps"`
	// AllCharges has that bound hold for everything that a loan is charged, not for late charges alone.
	AllCharges bool   `yaml:"allCharges"`
	Source     string `yaml:"source"`
}

// CapsFor lists the caps of a type of lender; a product must stay within all of them. A type that the region does
// not know has none and must not be allowed to lend.
func (r *Region) CapsFor(lenderType string) []Cap {
	var caps []Cap
	for _, c := range r.Caps {
		if c.LenderType == lenderType {
			caps = append(caps, c)
		}
	}
	return caps
}

// LoanCapOf is what bounds the loans of a type of lender; nothing, where the region names none.
func (r *Region) LoanCapOf(lenderType string) LoanCap {
	for _, c := range r.LoanCaps {
		if c.LenderType == lenderType {
			return c
		}
	}
	return LoanCap{LenderType: lenderType}
}

// LargestLoan is the largest amount that can be lent within it, in minor units; 0 where there is no bound.
func (c LoanCap) LargestLoan() int64 {
	if c.MaxPrincipal == 0 || c.MaxDebt == 0 {
		return max(c.MaxPrincipal, c.MaxDebt)
	}
	return min(c.MaxPrincipal, c.MaxDebt)
}

// LargestLimit is up to where a credit limit rises by itself: the largest amount of a list, or what the region lets a
// borrower owe in all where that is less with every type of lender.
func (r *Region) LargestLimit(list AmountRange) int64 {
	var owed int64
	for _, c := range r.Caps {
		most := r.LoanCapOf(c.LenderType).MaxDebt
		if most == 0 {
			return list.Max
		}
		owed = max(owed, most)
	}
	return min(list.Max, owed)
}

// checkLoanCaps holds them to one of a type of lender that may lend, with its source, and the region's own example to
// them.
func (r *Region) checkLoanCaps() error {
	seen := map[string]bool{}
	for _, c := range r.LoanCaps {
		switch {
		case len(r.CapsFor(c.LenderType)) == 0 || seen[c.LenderType]:
			return fmt.Errorf("the loans of lender type %q are bounded twice, or may not be made at all", c.LenderType)
		case c.MaxPrincipal < 0 || c.MaxTermDays < 0 || c.MaxDebt < 0 || c.Source == "":
			return fmt.Errorf("the bounds of lender type %q are negative or lack their source", c.LenderType)
		case c.MaxPrincipal > 0 && r.HomeSample.LoanAmount > c.MaxPrincipal, c.MaxTermDays > 0 && r.HomeSample.Days > int64(c.MaxTermDays):
			return fmt.Errorf("the region's own example is beyond the bounds of lender type %q", c.LenderType)
		}
		seen[c.LenderType] = true
	}
	return nil
}
