package reason

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Args are the values of a sentence's {names}. They survive JSON, so that a response stored under an idempotency key can be
// returned again in another language.
type Args map[string]Arg

// Arg is one value; exactly one of its fields is set.
type Arg struct {
	Text   *string      `json:"text,omitempty"`
	Number *int64       `json:"number,omitempty"`
	Amount *money.Money `json:"amount,omitempty"`
	Day    *money.Date  `json:"day,omitempty"`
}

func (a Arg) format(l lang.Lang) string {
	switch {
	case a.Text != nil:
		return *a.Text
	case a.Number != nil:
		return strconv.FormatInt(*a.Number, 10)
	case a.Amount != nil:
		return money.Format(*a.Amount, l)
	case a.Day != nil:
		return money.FormatDay(*a.Day, l)
	default:
		return ""
	}
}

// argsOf reads names and values in turn. An error here is a bug in the source, so it panics.
func argsOf(list []any) Args {
	if len(list) == 0 {
		return nil
	}
	if len(list)%2 != 0 {
		panic("reason: arguments must be pairs of name and value")
	}
	args := make(Args, len(list)/2)
	for i := 0; i < len(list); i += 2 {
		name, ok := list[i].(string)
		if !ok {
			panic(fmt.Sprintf("reason: %v is not an argument name", list[i]))
		}
		args[name] = argOf(list[i+1])
	}
	return args
}

func argOf(value any) Arg {
	number := func(n int64) Arg { return Arg{Number: &n} }
	switch v := value.(type) {
	case string:
		return Arg{Text: &v}
	case int:
		return number(int64(v))
	case int32:
		return number(int64(v))
	case int64:
		return number(v)
	case money.Money:
		return Arg{Amount: &v}
	case money.Date:
		return Arg{Day: &v}
	default:
		panic(fmt.Sprintf("reason: an argument cannot be a %T", value))
	}
}

// Named returns Args for names and values, as New takes them.
func Named(list ...any) Args { return argsOf(list) }

// Fill replaces the {names} of a sentence with the arguments, for a screen: numbers with their units stay on one line. Plural
// forms are chosen by the sentence (lang.Plural).
func (a Args) Fill(text string, l lang.Lang) string {
	if !strings.Contains(text, "{") {
		return text
	}
	for name, arg := range a {
		if arg.Number != nil {
			text = l.FillPlurals(text, name, *arg.Number)
		}
	}
	for name, arg := range a {
		text = strings.ReplaceAll(text, "{"+name+"}", arg.format(l))
	}
	return lang.JoinDurations(text)
}
