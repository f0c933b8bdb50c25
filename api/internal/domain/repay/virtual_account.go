package repay

import (
	"fmt"
	"strconv"
	"strings"
)

// A virtual account is an account number of one memo code. The bank books payments to it into the collection account and reports
// the number with the payment. It consists of the prefix that the bank assigned, the random characters of the memo code as a base
// 31 number, and two check digits over both (ISO 7064, MOD 97-10, as in an IBAN), which detect every wrong digit and every swap of
// two.
const (
	virtualDigits = 11 // enough for 31^7
	checkDigits   = 2
)

// VirtualAccount returns the account number of a code. The prefix consists of digits.
func VirtualAccount(prefix, code string) string {
	var n int64
	for _, c := range code[len(codePrefix) : CodeLength-1] {
		n = n*int64(len(codeAlphabet)) + int64(strings.IndexRune(codeAlphabet, c))
	}
	number := fmt.Sprintf("%s%0*d", prefix, virtualDigits, n)
	return fmt.Sprintf("%s%0*d", number, checkDigits, 98-mod97(number+"00"))
}

// CodeOfAccount returns the code of an account number, or an empty string if the number is not a valid virtual account.
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

// mod97 returns the remainder modulo 97 of a decimal number of any length.
func mod97(digits string) int {
	rest := 0
	for _, d := range digits {
		rest = (rest*10 + int(d-'0')) % 97
	}
	return rest
}
