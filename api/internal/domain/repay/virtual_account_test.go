package repay_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

func TestVirtualAccountDecodesOnlyToItsCode(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		prefix := rapid.StringMatching(`[0-9]{3,10}`).Draw(t, "prefix")
		code := repay.NewCode()
		number := repay.VirtualAccount(prefix, code)
		require.Len(t, number, len(prefix)+13)
		require.Equal(t, code, repay.CodeOfAccount(prefix, number))

		digits := []byte(number)
		at := rapid.IntRange(0, len(digits)-1).Draw(t, "at")
		digits[at] = '0' + (digits[at]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "off by")))%10
		require.Empty(t, repay.CodeOfAccount(prefix, string(digits)), "one digit is wrong")

		digits = []byte(number)
		if at > 0 && digits[at] != digits[at-1] {
			digits[at], digits[at-1] = digits[at-1], digits[at]
			require.Empty(t, repay.CodeOfAccount(prefix, string(digits)), "two digits are swapped")
		}
	})
}

func TestCodeOfAccountRejectsOtherNumbers(t *testing.T) {
	t.Parallel()
	first, last := "LM2222222"+"2", "LMZZZZZZZ"
	require.Equal(t, "88610"+"00000000000", repay.VirtualAccount("88610", first)[:16])
	require.Equal(t, "88610"+"27512614110", repay.VirtualAccount("88610", last+"2")[:16], "31^7 - 1")
	good := repay.VirtualAccount("88610", first)
	for name, number := range map[string]string{
		"empty": "", "only the prefix": "88610", "cut off": good[:len(good)-1], "one digit too many": good + "0",
		"letters": strings.Replace(good, "0", "O", 1), "of another prefix": repay.VirtualAccount("88611", first),
	} {
		require.Empty(t, repay.CodeOfAccount("88610", number), name)
	}
	require.Empty(t, repay.CodeOfAccount("", repay.VirtualAccount("", first)), "without a prefix from the bank")
	// The check digits are correct, but no code has this number.
	require.Empty(t, repay.CodeOfAccount("88610", "8861099999999999"+checkDigitsOf("8861099999999999")))
}

// checkDigitsOf finds the check digits by trying all of them.
func checkDigitsOf(number string) string {
	for n := range 97 {
		rest := 0
		digits := string(rune('0'+n/10)) + string(rune('0'+n%10))
		for _, d := range number + digits {
			rest = (rest*10 + int(d-'0')) % 97
		}
		if rest == 1 {
			return digits
		}
	}
	panic("no check digits fit")
}
