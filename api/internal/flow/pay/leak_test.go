package pay_test

import (
	"flag"
	"testing"

	"github.com/loanmarket/loanmarket/api/internal/test/leaktest"
)

// TestMain keeps the random runs short, because each step is a dozen transactions. A long run sets its own numbers
// (-rapid.checks 300 -rapid.steps 40).
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"rapid.checks": "12", "rapid.steps": "15"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	leaktest.Main(m)
}
