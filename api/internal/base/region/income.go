package region

import (
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Band is a range of monthly income: at least From, below To. To is zero in the highest band.
type Band struct {
	Code int   `yaml:"code"`
	From int64 `yaml:"from"`
	To   int64 `yaml:"to"`
}

var (
	underWord = Label{CN: "低于 %s", VI: "Dưới %s", TH: "ต่ำกว่า %s", EN: "Under %s"}
	fromWord  = Label{CN: "%s 及以上", VI: "Từ %s trở lên", TH: "ตั้งแต่ %s ขึ้นไป", EN: "%s or more"}
)

// Label is the band in words, e.g. "Dưới 3.000.000 ₫".
func (b Band) Label(c money.Currency, in lang.Lang) string {
	from, to := money.Format(money.Of(b.From, c), in), money.Format(money.Of(b.To, c), in)
	switch {
	case b.To == 0:
		return fmt.Sprintf(fromWord.In(in), from)
	case b.From == 0:
		return fmt.Sprintf(underWord.In(in), to)
	default:
		return from + " – " + to
	}
}

// checkBands wants codes 1 to 7, each band beginning where the one before ends.
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
