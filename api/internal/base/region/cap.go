package region

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
