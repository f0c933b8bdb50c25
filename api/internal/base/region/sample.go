package region

import (
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// HomeSample is the representative example: the file gives amount, days, rate and fee; the other figures are calculated.
type HomeSample struct {
	LoanAmount int64 `yaml:"loanAmount"`
	Days       int64 `yaml:"days"`
	// RateBps is the nominal annual rate (feilv).
	RateBps    int64 `yaml:"rateBps"`
	ServiceFee int64 `yaml:"serviceFee"`

	Interest    int64 `yaml:"-"`
	TotalAmount int64 `yaml:"-"`
	// AprBps is the nominal annual percentage rate including the fee.
	AprBps int64 `yaml:"-"`
}

func (s *HomeSample) complete(c money.Currency) error {
	if s.LoanAmount <= 0 || s.Days <= 0 || s.RateBps < 0 || s.ServiceFee < 0 {
		return fmt.Errorf("the home sample lacks an amount, days, rate or fee")
	}
	s.LoanAmount = money.Whole(s.LoanAmount, c).Minor
	s.ServiceFee = money.Whole(s.ServiceFee, c).Minor
	s.Interest = money.Interest(s.LoanAmount, s.RateBps, s.Days)
	s.TotalAmount = money.Sum(s.LoanAmount, s.Interest, s.ServiceFee)
	apr, err := money.NominalAPRBps(s.LoanAmount, s.TotalAmount, s.Days)
	s.AprBps = apr
	return err
}
