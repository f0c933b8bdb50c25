package appproduct

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersionsAreComparedNumerically(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		version, other Version
		before         bool
	}{
		{"0.9.0", "0.10.0", true},
		{"0.10.0", "0.9.0", false},
		{"1.2.3", "1.2.3", false},
		{"1.2.3", "1.2.4", true},
		{"2.0.0", "1.9999.9999", false},
		{"1.2.3", "", false},
		{"", "1.0.0", true},
		{"1.0", "1.0.0", true},
		{"newest", "0.0.1", true},
		{"newest", "", false},
	} {
		require.Equal(t, c.before, c.version.Before(c.other), "%q before %q", c.version, c.other)
	}
}
