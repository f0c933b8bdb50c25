package region

import "github.com/loanmarket/loanmarket/api/internal/base/lang"

// Label is a text in every interface language.
type Label struct {
	CN string `yaml:"cn"`
	VI string `yaml:"vi"`
	TH string `yaml:"th"`
	EN string `yaml:"en"`
}

// In returns the text in a language; Chinese, the specification's fallback, for an unknown language.
func (l Label) In(in lang.Lang) string { return in.Pick(l.CN, l.VI, l.TH, l.EN) }

// Complete reports whether the text exists in every language.
func (l Label) Complete() bool { return l.CN != "" && l.VI != "" && l.TH != "" && l.EN != "" }
