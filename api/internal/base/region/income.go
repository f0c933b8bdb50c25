package region

import (
	"fmt"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

// Band is a range of monthly income in minor units: at least From, below To. To is zero in the highest band.
type Band struct {
	Code int   `yaml:"code"`
	From int64 `yaml:"from"`
	To   int64 `yaml:"to"`
}

// bandTexts contain {amount}.
type bandTexts struct{ Under, From string }

var bands = texts.Group[bandTexts]("incomeBand")

// Label returns the band in words, e.g. "Dưới 3.000.000 ₫".
func (b Band) Label(c money.Currency, in lang.Lang) string {
	from, to := money.Format(money.Of(b.From, c), in), money.Format(money.Of(b.To, c), in)
	switch {
	case b.To == 0:
		return strings.Replace(bands.In(in).From, "{amount}", from, 1)
	case b.From == 0:
		return strings.Replace(bands.In(in).Under, "{amount}", to, 1)
	default:
		return from + " – " + to
	}
}

// checkBands checks that the codes are 1 to 7 and that each band begins where the previous one ends.
func checkBands(bands []Band) error {
	if len(bands) != 7 {
		return fmt.Errorf("%d income bands, not 7", len(bands))
	}
	for i, b := range bands {
		last := i == len(bands)-1
		if b.Code != i+1 || (b.To == 0) != last || (!last && b.To <= b.From) {
			return fmt.Errorf("income band %d is out of order", i+1)
		}
		if i > 0 && b.From != bands[i-1].To {
			return fmt.Errorf("income band %d does not begin where band %d ends", b.Code, i)
		}
	}
	return nil
}
