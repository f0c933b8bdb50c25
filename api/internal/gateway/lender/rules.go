package lender

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/goccy/go-yaml"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

//go:embed rules.yaml
var embeddedRules []byte

// ErrRules says that the rules are invalid.
var ErrRules = errors.New("lender: rules")

// RuleEngine is the embedded lender. It applies the rules of rules.yaml to an application.
type RuleEngine struct{ rules []rule }

var _ Gateway = (*RuleEngine)(nil)

type bounds struct {
	Min *int64 `yaml:"min"`
	Max *int64 `yaml:"max"`
}

type conditions struct {
	IncomeBand    bounds `yaml:"incomeBand"`
	Age           bounds `yaml:"age"`
	Score         bounds `yaml:"score"`
	Contacts      bounds `yaml:"contacts"`
	WorkTime      bounds `yaml:"workTime"`
	Residence     bounds `yaml:"residence"`
	SettledOnTime bounds `yaml:"settledOnTime"`
	SettledLate   bounds `yaml:"settledLate"`
	OverdueNow    bounds `yaml:"overdueNow"`
	Amount        bounds `yaml:"amount"`
	WhiteListed   *bool  `yaml:"whiteListed"`
}

type outcome struct {
	Outcome    string `yaml:"outcome"`
	Keep       int64  `yaml:"keep"`
	Reason     string `yaml:"reason"`
	FreezeDays *int   `yaml:"freezeDays"`
	Score      int    `yaml:"score"`
}

type rule struct {
	Name string     `yaml:"name"`
	When conditions `yaml:"when"`
	Then outcome    `yaml:"then"`
}

// NewRuleEngine reads the embedded rules.
func NewRuleEngine() (*RuleEngine, error) { return ParseRules(embeddedRules) }

// ParseRules parses rules in YAML. The last rule must have no conditions.
func ParseRules(raw []byte) (*RuleEngine, error) {
	var file struct {
		Version string `yaml:"version"`
		Rules   []rule `yaml:"rules"`
	}
	if err := yaml.UnmarshalWithOptions(raw, &file, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRules, err)
	}
	if len(file.Rules) == 0 || file.Rules[len(file.Rules)-1].When != (conditions{}) {
		return nil, fmt.Errorf("%w: the last rule must have no conditions, so that it decides whatever is left", ErrRules)
	}
	for _, r := range file.Rules {
		switch {
		case r.Then.FreezeDays != nil && !FreezeInBounds(*r.Then.FreezeDays):
			return nil, fmt.Errorf("%w: %q closes a product for %d days: must be 0 to %d", ErrRules, r.Name, *r.Then.FreezeDays, MaxFreezeDays)
		case r.Then.Outcome == "approve" && r.Then.Keep >= 1 && r.Then.Keep <= 100:
		case r.Then.Outcome == "reject" && r.Then.Reason != "" && r.Then.Keep == 0:
		default:
			return nil, fmt.Errorf("%w: %q must either approve (with keep 1 to 100) or reject (with a reason and without keep)", ErrRules, r.Name)
		}
	}
	return &RuleEngine{rules: file.Rules}, nil
}

// Decide applies the first matching rule; the last rule matches everything. It fails only inside a database transaction,
// and it never waits.
func (e *RuleEngine) Decide(ctx context.Context, a Application) (Decision, error) {
	if err := postgres.NotInTx(ctx); err != nil {
		return Decision{}, err
	}
	for _, r := range e.rules {
		if r.When.match(a) {
			return r.Then.decide(a), nil
		}
	}
	return Decision{}, fmt.Errorf("%w: no rule matches", ErrRules)
}

func (o outcome) decide(a Application) Decision {
	d := Decision{Reason: o.Reason, FreezeDays: o.FreezeDays}
	if o.Score != 0 {
		score := a.Score + o.Score
		d.Score = &score
	}
	if o.Outcome == "reject" {
		d.Outcome = Rejected
		return d
	}
	d.Outcome = Approved
	kept := a.Amount * o.Keep / 100
	d.Amount = max(kept-kept%a.AmountStep, a.MinAmount)
	return d
}

func (c conditions) match(a Application) bool {
	for _, fact := range []struct {
		bounds
		value int64
	}{
		{c.IncomeBand, int64(a.IncomeBand)},
		{c.Age, int64(a.Age)},
		{c.Score, int64(a.Score)},
		{c.Contacts, int64(a.Contacts)},
		{c.WorkTime, int64(a.WorkTime)},
		{c.Residence, int64(a.Residence)},
		{c.SettledOnTime, int64(a.SettledOnTime)},
		{c.SettledLate, int64(a.SettledLate)},
		{c.OverdueNow, int64(a.OverdueNow)},
		{c.Amount, a.Amount / money.Whole(1, a.Currency).Minor},
	} {
		if !fact.contain(fact.value) {
			return false
		}
	}
	return c.WhiteListed == nil || *c.WhiteListed == a.WhiteListed
}

func (b bounds) contain(value int64) bool {
	return (b.Min == nil || value >= *b.Min) && (b.Max == nil || value <= *b.Max)
}
