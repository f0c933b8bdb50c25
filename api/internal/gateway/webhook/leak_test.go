package webhook_test

import (
	"testing"

	"github.com/loanmarket/loanmarket/api/internal/test/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }
