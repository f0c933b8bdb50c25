package document

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
)

// period is from one business date to another, both included.
type period struct {
	from, to money.Date
	// name is part of the file name.
	name string
	// whole means the whole life of a loan.
	whole bool
}

func (p period) includes(d money.Date) bool { return !d.Before(p.from) && !d.After(p.to) }

// parsePeriod parses a year or a month. An empty period is allowed only with an order.
func parsePeriod(req StatementRequest) (period, error) {
	if req.Period == "" {
		if req.Order == nil {
			return period{}, reason.InvalidField("period", reason.FieldRequired)
		}
		return period{from: money.NewDate(2000, time.January, 1), to: money.NewDate(9999, time.December, 31), name: "loan", whole: true}, nil
	}
	if first, err := money.ParseDate(req.Period + "-01"); err == nil {
		return period{from: first, to: first.MonthEnd(), name: req.Period}, nil
	}
	if first, err := money.ParseDate(req.Period + "-01-01"); err == nil {
		return period{from: first, to: money.NewDate(first.Year(), time.December, 31), name: req.Period}, nil
	}
	return period{}, reason.InvalidField("period", reason.FieldFormat)
}

// statementLine is one line of a statement.
type statementLine struct {
	posted, value money.Date
	kind          string
	// serial is the number of the payment that the line is about; empty if none.
	serial  string
	amount  int64
	balance int64
}

// statementLines returns the movements with the balance after each. Consecutive charges are merged into one line: a
// reader wants to know what was charged between two payments, not in which nights it was posted.
func statementLines(s ledger.Statement, serials map[uuid.UUID]string) []statementLine {
	var lines []statementLine
	balance := s.Opening
	for _, m := range s.Movements {
		balance = money.Sum(balance, m.Amount)
		if last := len(lines) - 1; m.Kind == ledger.KindAccrual && last >= 0 && lines[last].kind == ledger.KindAccrual {
			lines[last].amount = money.Sum(lines[last].amount, m.Amount)
			lines[last].posted, lines[last].value, lines[last].balance = m.PostingDate, m.ValueDate, balance
			continue
		}
		payment := m.ID
		if m.Reverses != nil {
			payment = *m.Reverses
		}
		lines = append(lines, statementLine{
			posted: m.PostingDate, value: m.ValueDate, kind: m.Kind, serial: serials[payment], amount: m.Amount, balance: balance,
		})
	}
	return lines
}

// sums returns the total that the lines charged and the total that they paid, both positive.
func (l loanStatement) sums() (charged, paid int64) {
	for _, line := range l.lines {
		if line.amount > 0 {
			charged = money.Sum(charged, line.amount)
		} else {
			paid = money.Sum(paid, -line.amount)
		}
	}
	return charged, paid
}
