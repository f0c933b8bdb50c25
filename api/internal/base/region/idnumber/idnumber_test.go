package idnumber

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/shared-types"
)

type vectors struct {
	Numbers []struct {
		Rule, In, Number, Birth string
		Gender                  int
		Warnings                []string
		Reason                  reason.Reason
	}
	Contradictions []struct {
		Rule, In, Birthday string
		Gender             int
		Fields             map[string]reason.Reason
	}
}

func load(t *testing.T) (v vectors) {
	t.Helper()
	require.NoError(t, json.Unmarshal(sharedtypes.IDVectors, &v))
	require.NotEmpty(t, v.Numbers)
	require.NotEmpty(t, v.Contradictions)
	return v
}

// spec: 5.id-number, 5.id-first-generation, 5.id-old-format
func TestSharedVectors(t *testing.T) {
	t.Parallel()
	all := load(t)
	for _, v := range all.Numbers {
		card, why := Read(v.Rule, v.In)
		require.Equal(t, v.Reason, why, "%+v", v)
		if why == "" {
			require.Equal(t, v.Number, card.Number, "%+v", v)
			require.Equal(t, v.Birth, card.Birth, "%+v", v)
			require.Equal(t, v.Gender, card.Gender, "%+v", v)
			require.Equal(t, v.Warnings, append([]string{}, card.Warnings...), "%+v", v)
		}
	}
	for _, v := range all.Contradictions {
		card, why := Read(v.Rule, v.In)
		require.Empty(t, why, v.In)
		require.Equal(t, v.Fields, card.Contradictions(money.MustDate(v.Birthday), v.Gender), "%+v", v)
	}
}

// As a second fact the contract accepts only four characters of 0-9 and X, so the last four of every valid number must have
// this form.
func TestLast4IsFourDigitsOrXForEveryRule(t *testing.T) {
	t.Parallel()
	for _, v := range load(t).Numbers {
		if v.Reason == "" {
			require.Regexp(t, `^[0-9X]{4}$`, Last4(v.Number), "%+v", v)
			require.Equal(t, Last4(v.Number), Last4(v.In), "%+v", v)
		}
	}
	require.Equal(t, "7890", Last4("GHA-123456789-0"))
}

func TestEveryRegionHasAnIDRule(t *testing.T) {
	t.Parallel()
	for _, code := range region.Codes() {
		require.Contains(t, rules, region.Get(code).IDRule, code)
	}
	require.Len(t, strings.Fields(provincesVN), 63)
	require.Len(t, strings.Fields(provincesID), 38)
}

// GB 11643 detects every single wrong digit. Thailand's formula maps eleven remainders to ten digits, so some errors pass, but
// each number has exactly one valid last digit.
func TestWrongCheckDigitsAreRejected(t *testing.T) {
	t.Parallel()
	chinese := "360426199101010071"
	for i := range chinese {
		for d := '0'; d <= '9'; d++ {
			slip := chinese[:i] + string(d) + chinese[i+1:]
			_, why := Read("cn", slip)
			require.Equal(t, slip == chinese, why == "", slip)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		stem := rapid.StringMatching(`[1-8][0-9]{11}`).Draw(t, "stem")
		right := 0
		for d := '0'; d <= '9'; d++ {
			if _, why := Read("th", stem+string(d)); why == "" {
				right++
			}
		}
		require.Equal(t, 1, right)
	})
}

// The check character as GB 11643 defines it (ISO 7064, MOD 11-2), for cards of every weight.
func TestChineseCheckCharacterMatchesGB11643(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		born := money.NewDate(1950, 1, 1).AddDays(rapid.IntRange(0, 25_000).Draw(t, "born"))
		stem := rapid.StringMatching(`[1-9][0-9]{5}`).Draw(t, "area") + strings.ReplaceAll(born.String(), "-", "") + rapid.StringMatching(`[0-9]{3}`).Draw(t, "serial")
		product := 0
		for _, d := range stem {
			product = (product + int(d-'0')) * 2 % 11
		}
		right := "0123456789X"[(12-product)%11]
		for _, check := range "0123456789X" {
			card, why := Read("cn", stem+string(check))
			require.Equal(t, check == rune(right), why == "", "%s%c", stem, check)
			if why == "" {
				require.Equal(t, born.String(), card.Birth)
			}
		}
	})
}

// Whatever stands behind it as a check digit: what is no digit never counts as one.
func TestNonDigitInNumberIsRejected(t *testing.T) {
	t.Parallel()
	for name, number := range map[string]string{"vn": "08708400099", "cn": "11010519491231002", "id": "317101170845000", "th": "310060044563", "gh": "GHA123456789"} {
		for at := strings.LastIndexAny(number, "A") + 1; at < len(number); at++ {
			for _, sign := range "/:ASX" {
				for _, check := range "0123456789X" {
					_, why := Read(name, number[:at]+string(sign)+number[at+1:]+string(check))
					require.Equal(t, reason.IDNumberWrong, why, "%s %s with %c at %d", name, number, sign, at)
				}
			}
		}
	}
}

func TestEmptyBirthdayContradictsCard(t *testing.T) {
	t.Parallel()
	card, why := Read("vn", "087084000999")
	require.Empty(t, why)
	require.Equal(t, map[string]reason.Reason{"birthday": reason.IDBirthday}, card.Contradictions(money.Date{}, Male))
}

func TestVietnameseNumberEncodesYearAndSex(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		year, gender := rapid.IntRange(1900, 2099).Draw(t, "year"), rapid.IntRange(0, 1).Draw(t, "gender")
		epoch := (year-1900)/100*2 + (1 - gender)
		number := fmt.Sprintf("001%d%02d%06d", epoch, year%100, rapid.IntRange(0, 999_999).Draw(t, "serial"))
		card, why := Read("vn", number)
		require.Empty(t, why)
		birthday := money.NewDate(year, 1, 1).AddDays(rapid.IntRange(0, 364).Draw(t, "day"))
		require.Empty(t, card.Contradictions(birthday, gender))
		require.Len(t, card.Contradictions(money.NewDate(year+1, 7, 1), 1-gender), 2)
	})
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"087084000999", "11010519491231002X", "3171011708450001", "3100600445635", "GHA-123456789-0", "\x00é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for name := range rules {
			card, why := Read(name, typed)
			if (why == "") == (card.Number == "") {
				t.Fatalf("%s %q: number %q, reason %q", name, typed, card.Number, why)
			}
			if why != "" {
				continue
			}
			if again, why := Read(name, card.Number); why != "" || again.Number != card.Number {
				t.Fatalf("%s: reading the stored form %q changes it", name, card.Number)
			}
		}
	})
}
