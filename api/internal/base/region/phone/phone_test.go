package phone

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/shared-types"
)

type vector struct {
	Region string `json:"region"`
	In     string `json:"in"`
	Out    string `json:"out"`
	OK     bool   `json:"ok"`
}

func vectors(t *testing.T) (v struct {
	Normalised, Landing, General, E164 []vector
	Mobile                             map[string]string
}) {
	t.Helper()
	require.NoError(t, json.Unmarshal(sharedtypes.PhoneVectors, &v))
	require.NotEmpty(t, v.Normalised)
	require.NotEmpty(t, v.Landing)
	require.NotEmpty(t, v.General)
	require.NotEmpty(t, v.E164)
	return v
}

// spec: 5.phone-typing, 5.phone-nine-digits, 5.landing-vi, 5.landing-th, 5.landing-id, 5.landing-gh
// spec: 5.landing-other, 5.general-check
func TestSharedVectors(t *testing.T) {
	t.Parallel()
	all := vectors(t)
	for _, v := range all.Normalised {
		require.Equal(t, v.Out, Normalise(region.Get(v.Region), v.In), "%+v", v)
	}
	for _, v := range all.Landing {
		r := region.Get(v.Region)
		require.Equal(t, v.OK, Landing(r, Normalise(r, v.In)), "%+v", v)
	}
	for _, v := range all.General {
		r := region.Get(v.Region)
		require.Equal(t, v.OK, Valid(r, Normalise(r, v.In)), "%+v", v)
	}
	for _, code := range region.Codes() {
		require.Equal(t, MobilePattern(region.Get(code)), all.Mobile[code], "vectors/phones.json must contain the pattern of the library")
	}
	for _, v := range all.E164 {
		require.Equal(t, v.Out, E164(region.Get(v.Region), v.In), "%+v", v)
	}
}

// Every two-digit prefix of Vietnam, compared with the list in the specification.
//
// spec: 5.landing-vi
func TestVietnameseLandingPrefixesMatchList(t *testing.T) {
	t.Parallel()
	listed := map[int]bool{52: true, 55: true, 56: true, 58: true, 70: true}
	for _, span := range [][2]int{{32, 39}, {76, 79}, {81, 89}, {90, 94}, {96, 98}} {
		for p := span[0]; p <= span[1]; p++ {
			listed[p] = true
		}
	}
	for p := range 100 {
		number := "0" + string(rune('0'+p/10)) + string(rune('0'+p%10)) + "1234567"
		require.Equal(t, listed[p], Landing(region.Get("vi"), number), number)
	}
}

func TestValidRequiresNationalForm(t *testing.T) {
	t.Parallel()
	r := region.Get("vi")
	require.True(t, Valid(r, "0912345678"))
	require.False(t, Valid(r, "912345678"))
	require.False(t, Valid(r, "091 234 5678"))
	require.False(t, Valid(r, "+84912345678"))
	require.True(t, Valid(region.Get("id"), "0812345678"))
	require.False(t, Valid(region.Get("id"), "0812-345678"), "a number with a separator is not in national form")
}

func TestNormaliseProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := region.Get(rapid.SampledFrom(region.Codes()).Draw(t, "region"))
		typed := rapid.String().Draw(t, "typed")
		once := Normalise(r, typed)
		require.Equal(t, Digits(once), once)
		if r.ForceLeadingZero && once != "" {
			require.Equal(t, byte('0'), once[0])
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		r := region.Get(rapid.SampledFrom(region.Codes()).Draw(t, "region"))
		national := rapid.StringMatching(`[1-9][0-9]{7,10}`).Draw(t, "national")
		if r.ForceLeadingZero {
			national = "0" + national
		}
		require.Equal(t, national, Normalise(r, national))
		require.Equal(t, national, Normalise(r, E164(r, national)), "the E.164 form must normalise to the same national form")
	})
}

// The pattern that the app uses and the library that the server uses always agree.
func TestMobilePatternAgreesWithValid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := region.Get(rapid.SampledFrom(region.Codes()).Draw(t, "region"))
		national := rapid.StringMatching(`0?[1-9][0-9]{6,10}`).Draw(t, "national")
		matches := len(national) <= r.MaxPhoneLength && regexp.MustCompile(MobilePattern(r)).MatchString(national)
		require.Equal(t, Valid(r, national), matches, "%s %s", r.Code, national)
	})
}

func FuzzNormalise(f *testing.F) {
	f.Add("vi", "+84 912 345 678")
	f.Add("cn", "\x00\xff")
	f.Fuzz(func(t *testing.T, code, typed string) {
		r := region.Get(code)
		if r == nil {
			t.Skip()
		}
		national := Normalise(r, typed)
		if Valid(r, national) && len(national) > r.MaxPhoneLength {
			t.Fatalf("%q is too long but valid", national)
		}
		Landing(r, national)
	})
}
