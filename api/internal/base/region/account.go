package region

import "fmt"

// AccountNumber describes a region's account numbers, without spaces and in capitals.
type AccountNumber struct {
	// Min and Max are the minimum and maximum number of characters, both inclusive.
	Min int `yaml:"min"`
	Max int `yaml:"max"`
	// Letters reports whether A to Z are allowed beside digits.
	Letters bool `yaml:"letters"`
}

// Matches reports whether a number fits the description.
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
