package repay

import (
	"fmt"
	"strconv"
	"strings"
)

// A virtual account is a number under which the bank books what comes in into the one collection account, and which it reports
// with the payment: the prefix that it has given to the market, the random characters of the memo code as a number of base 31,
// and two check digits over all of it (ISO 7064, MOD 97-10, as in an IBAN), which notice every wrong digit and every two that
// changed places.
const (
	virtualDigits = 11 // of 31^7
	checkDigits   = 2
)

// VirtualAccount is the account number of a code's own. The prefix is digits alone.
func VirtualAccount(prefix, code string) string {
	var n int64
	for _, c := range code[len(codePrefix) : CodeLength-1] {
		n = n*int64(len(codeAlphabet)) + int64(strings.IndexRune(codeAlphabet, c))
	}
	number := fmt.Sprintf("%s%0*d", prefix, virtualDigits, n)
	return fmt.Sprintf("%s%0*d", number, checkDigits, 98-mod97(number+"00"))
}

// CodeOfAccount is the code whose own account a number is, or empty where it is that of none.
func CodeOfAccount(prefix, number string) string {
	body, ours := strings.CutPrefix(number, prefix)
	if prefix == "" || !ours || len(body) != virtualDigits+checkDigits || strings.Trim(body, "0123456789") != "" || mod97(number) != 1 {
		return ""
	}
	n, err := strconv.ParseInt(body[:virtualDigits], 10, 64)
	if err != nil {
		return ""
	}
	random := make([]byte, codeRandom)
	for i := codeRandom - 1; i >= 0; i-- {
		random[i] = codeAlphabet[n%int64(len(codeAlphabet))]
		n /= int64(len(codeAlphabet))
	}
	if n > 0 {
		return ""
	}
	return codePrefix + string(random) + string(check(string(random)))
}

// mod97 is the remainder of a number of any length.
func mod97(digits string) int {
	rest := 0
	for _, d := range digits {
		rest = (rest*10 + int(d-'0')) % 97
	}
	return rest
}
