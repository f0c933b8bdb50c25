package region

import "github.com/loanmarket/loanmarket/api/internal/base/lang"

// Label is a text in every interface language.
type Label struct {
	CN string `yaml:"cn"`
	VI string `yaml:"vi"`
	TH string `yaml:"th"`
	EN string `yaml:"en"`
}

// In is the text in a language; an unknown language reads Chinese, the specification's fallback.
func (l Label) In(in lang.Lang) string { return in.Pick(l.CN, l.VI, l.TH, l.EN) }

// Complete reports whether no language is missing.
func (l Label) Complete() bool { return l.CN != "" && l.VI != "" && l.TH != "" && l.EN != "" }
