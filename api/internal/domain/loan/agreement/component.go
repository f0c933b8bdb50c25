package agreement

import (
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

var components = texts.Group[map[string]string]("component")

// Component returns the name of a debt component in a language, or name itself if it is unknown.
func Component(name string, l lang.Lang) string {
	if words, ok := components.In(l)[name]; ok {
		return words
	}
	return name
}
