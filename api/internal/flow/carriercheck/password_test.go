package carriercheck_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
)

// spec: 5.password, 9.password-8
func TestAPasswordHasEightCharactersWithDigitsAndLetters(t *testing.T) {
	t.Parallel()
	for password, strong := range map[string]bool{
		"abcd1234": true, "1234567a": true, "mật khẩu 1": true, "密码密码密码密1": true,
		"": false, "abc1234": false, "12345678": false, "abcdefgh": false, "!!!!1234": false,
	} {
		require.Equal(t, strong, carriercheck.Strong(password), password)
	}
}
