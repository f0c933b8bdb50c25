package repay_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

func TestNewCodesAreShortASCIIAndUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		code := repay.NewCode()
		require.Len(t, code, repay.CodeLength)
		require.Empty(t, strings.Trim(strings.TrimPrefix(code, "LM"), alphabet))
		require.False(t, seen[code])
		seen[code] = true
		require.Equal(t, repay.Memo{Whole: []string{code}}, repay.ReadMemo(code))
	}
}

// Borrowers may have written codes down, so the algorithm of the check character must never change.
func TestCheckCharacterAlgorithmIsStable(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"LM7K3M9QXQ", "LM22222222", "LMZZZZZZZ6", "LMABCDEFGQ", "LMWXYZ2349", "LM2222223S"} {
		require.Equal(t, []string{code}, repay.ReadMemo(code).Whole)
		for _, other := range alphabet {
			if wrong := code[:9] + string(other); wrong != code {
				require.Empty(t, repay.ReadMemo(wrong).Whole, wrong)
			}
		}
	}
}

func TestReadMemoRejectsOtherCharacters(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"0000000", "IIIIIII", "7K3M9Q0", "L7K3M9Q"} {
		for _, last := range alphabet {
			require.Empty(t, repay.ReadMemo("LM"+body+string(last)).Whole)
		}
	}
	for _, memo := range []string{"BEACHES", "NGUYEN THANH", "23456789"} {
		require.True(t, repay.ReadMemo(memo).Empty(), "%s has no prefix", memo)
	}
}

func TestReadMemoAcceptsTheFormattingOfBanks(t *testing.T) {
	t.Parallel()
	code := repay.NewCode()
	lower := strings.ToLower(code)
	for _, memo := range []string{
		lower,
		" " + code + " ",
		code[:3] + " " + code[3:6] + "-" + code[6:],
		strings.Join(strings.Split(code, ""), "."),
		"MBVCB.6789012345." + lower + ".CT tu 0071000123456 NGUYEN THI LAN toi 1017595600",
		"IBFT " + code + "GD 123456-032126 09:15:22",
		"Trả nợ " + code + ", cảm ơn",
		"ＬＭ" + code[2:],
		"LMLM" + code,
		"LM" + code,
	} {
		require.Equal(t, []string{code}, repay.ReadMemo(memo).Whole, memo)
	}
}

func TestReadMemoOfATruncatedCode(t *testing.T) {
	t.Parallel()
	code := repay.NewCode()
	for length := 7; length < repay.CodeLength; length++ {
		cut := code[:length]
		require.Equal(t, repay.Memo{Cut: []string{cut}}, repay.ReadMemo("CT DEN "+cut))
		require.Equal(t, []string{cut}, repay.ReadMemo(cut+" FT26320987654321").Cut, "followed by the bank's own text")
	}
	for length := range 7 {
		require.True(t, repay.ReadMemo(code[:length]).Empty(), "the prefix is too short")
	}
}

func TestReadMemoOfAWholeAndATruncatedCode(t *testing.T) {
	t.Parallel()
	m := repay.ReadMemo("LM7K3M9QXQ LMBEACH")
	require.Equal(t, repay.Memo{Whole: []string{"LM7K3M9QXQ"}, Cut: []string{"LMBEACH"}}, m)
	require.False(t, m.Empty())
}

// A zero is not part of the alphabet and is not skipped like punctuation: a code with a zero does not match.
func TestReadMemoTreatsZeroAsAWrongCharacter(t *testing.T) {
	t.Parallel()
	for _, memo := range []string{"LM7K03M9QXQ", "LM07K3M9QXQ", "LM7K3M9QX0Q"} {
		require.Empty(t, repay.ReadMemo(memo).Whole, memo)
	}
}

func TestReadMemoMayTakeAWordEndingForATruncatedCode(t *testing.T) {
	t.Parallel()
	for _, memo := range []string{"CHUYEN TIEN PALMBEACH", "PALM BEACH", "TRA NO LM BEACH"} {
		require.Equal(t, repay.Memo{Cut: []string{"LMBEACH"}}, repay.ReadMemo(memo), memo)
	}
}

func TestReadMemoDoesNotCorrectCodes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		code := repay.NewCode()
		at := rapid.IntRange(2, repay.CodeLength-1).Draw(r, "at")
		if rapid.Bool().Draw(r, "swap") && at+1 < repay.CodeLength {
			swapped := code[:at] + string(code[at+1]) + string(code[at]) + code[at+2:]
			if swapped != code {
				require.Empty(r, repay.ReadMemo(swapped).Whole)
			}
			return
		}
		wrong := rapid.SampledFrom(strings.Split(alphabet, "")).Filter(func(c string) bool { return c != string(code[at]) }).Draw(r, "wrong")
		require.Empty(r, repay.ReadMemo(code[:at]+wrong+code[at+1:]).Whole)
	})
}

func TestReadMemoOfOtherText(t *testing.T) {
	t.Parallel()
	for _, memo := range []string{"", "tra no thang 3", "LM", "LM 12", "FILM0 XYZ", strings.Repeat("LM", 400), "\x00\xff\xfe"} {
		require.Empty(t, repay.ReadMemo(memo).Whole, "%q", memo)
	}
	many := strings.Repeat(repay.NewCode()+" ", 1)
	for range 60 {
		many += repay.NewCode() + " "
	}
	require.LessOrEqual(t, len(repay.ReadMemo(many).Whole), 16)
}

func FuzzReadMemo(f *testing.F) {
	f.Add("MBVCB.123.LM7K3M9QXA.CT tu")
	f.Add("lm 7k3-m9q")
	f.Fuzz(func(t *testing.T, memo string) {
		m := repay.ReadMemo(memo)
		for _, code := range m.Whole {
			require.Len(t, code, repay.CodeLength)
			require.Equal(t, []string{code}, repay.ReadMemo(code).Whole)
		}
		for _, cut := range m.Cut {
			require.True(t, len(cut) >= 7 && len(cut) < repay.CodeLength && strings.HasPrefix(cut, "LM"))
		}
	})
}
