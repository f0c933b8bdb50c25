package region

import "fmt"

// AccountNumber is the form of a region's account numbers, without spaces and in capitals.
type AccountNumber struct {
	// Min and Max bound the number of characters, both included.
	Min int `yaml:"min"`
	Max int `yaml:"max"`
	// Letters tells that A to Z may stand in it beside digits.
	Letters bool `yaml:"letters"`
}

// Matches reports whether a number has the form.
func (a AccountNumber) Matches(number string) bool {
	for i := range len(number) {
		c := number[i]
		if (c < '0' || c > '9') && (!a.Letters || c < 'A' || c > 'Z') {
			return false
		}
	}
	return a.Min <= len(number) && len(number) <= a.Max
}

func (a AccountNumber) check() error {
	if a.Min < 1 || a.Max < a.Min {
		return fmt.Errorf("accountNumber of %d to %d characters", a.Min, a.Max)
	}
	return nil
}
