package agreement

import (
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

var components = texts.Group[map[string]string]("component")

// Component is a part of a debt in words; an unknown one is its own name.
func Component(name string, l lang.Lang) string {
	if words, ok := components.In(l)[name]; ok {
		return words
	}
	return name
}
