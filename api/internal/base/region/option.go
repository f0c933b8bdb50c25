package region

import (
	"fmt"
	"sync"
)

// Option is a code in a list of a form, with its label.
type Option struct {
	Code  int   `yaml:"code"`
	Label Label `yaml:"label"`
}

// Options are the lists of the forms that are the same in all regions. The income bands differ and are in Region.
type Options struct {
	Gender      []Option `yaml:"gender"`
	Education   []Option `yaml:"education"`
	Marital     []Option `yaml:"marital"`
	ChildrenNum []Option `yaml:"childrenNum"`
	// Duration is used for both the time at the address and the time at work.
	Duration     []Option `yaml:"duration"`
	Relationship []Option `yaml:"relationship"`
	Profession   []Option `yaml:"-"`
	// ProfessionScheme names the list that Profession contains; it is stored beside every code.
	ProfessionScheme string `yaml:"-"`
}

// FormOptions returns the lists. They are shared and must not be changed.
var FormOptions = sync.OnceValue(func() *Options {
	var all Options
	if err := decode("data/options.yaml", &all); err != nil {
		panic(fmt.Sprintf("region: options: %v", err))
	}
	var list struct {
		Scheme      string   `yaml:"scheme"`
		Professions []Option `yaml:"professions"`
	}
	if err := decode("data/professions.yaml", &list); err != nil {
		panic(fmt.Sprintf("region: professions: %v", err))
	}
	all.Profession, all.ProfessionScheme = list.Professions, list.Scheme
	return &all
})

// Offers reports whether a list contains a code.
func Offers(list []Option, code int) bool {
	for _, o := range list {
		if o.Code == code {
			return true
		}
	}
	return false
}
