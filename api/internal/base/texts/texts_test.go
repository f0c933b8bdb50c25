package texts

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

var placeholder = regexp.MustCompile(`\{\w+\}`)

// flat returns the texts of a language by their path: notice.paid_out.title.
func flat(t *testing.T, l lang.Lang) map[string]string {
	t.Helper()
	all := map[string]string{}
	var walk func(path string, value any)
	walk = func(path string, value any) {
		switch v := value.(type) {
		case string:
			all[path] = v
		case map[string]any:
			for key, inner := range v {
				walk(strings.TrimPrefix(path+"."+key, "."), inner)
			}
		default:
			require.Failf(t, "not a text", "%s in %s: %v", path, l, v)
		}
	}
	raw, err := files.ReadFile(string(l) + ".json")
	require.NoError(t, err)
	var tree map[string]any
	require.NoError(t, json.Unmarshal(raw, &tree))
	walk("", tree)
	return all
}

func names(text string) []string {
	found := placeholder.FindAllString(text, -1)
	for _, p := range lang.Plurals(text) {
		found = append(found, "{"+p.Name+"}")
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// A plural has exactly the forms of its language; and text that depends on a count has plural forms in languages that have
// them.
func TestPluralFormsMatchLanguage(t *testing.T) {
	t.Parallel()
	counted := 0
	for _, l := range lang.All {
		known := map[string]bool{}
		for count := range int64(1000) {
			known[l.PluralForm(count)] = true
		}
		for path, text := range flat(t, l) {
			for _, p := range lang.Plurals(text) {
				counted++
				require.ElementsMatch(t, slices.Collect(maps.Keys(known)), slices.Collect(maps.Keys(p.Forms)), "%s in %s", path, l)
				for form, words := range p.Forms {
					require.Contains(t, words, "#", "%s in %s: form %s must contain the count", path, l, form)
				}
			}
			if len(known) > 1 {
				require.NotContains(t, text, "{count}", "%s in %s: use {count, plural, ...}", path, l)
			}
		}
	}
	require.Positive(t, counted)
}

func TestEveryTextExistsInEveryLanguage(t *testing.T) {
	t.Parallel()
	english := flat(t, lang.EN)
	require.Greater(t, len(english), 400)
	for _, l := range lang.All {
		texts := flat(t, l)
		require.ElementsMatch(t, slices.Collect(maps.Keys(english)), slices.Collect(maps.Keys(texts)), l)
		for path, text := range texts {
			require.NotEmpty(t, text, "%s in %s", path, l)
			require.Equal(t, strings.TrimSpace(text), text, "%s in %s", path, l)
			require.Equal(t, names(english[path]), names(text), "%s in %s must have the same placeholders as English", path, l)
			require.NotRegexp(t, `[!！]`, text, "%s in %s: no exclamation marks", path, l)
		}
	}
}

// A text pasted into the wrong file is detected by its script.
func TestTextsUseTheScriptOfTheirLanguage(t *testing.T) {
	t.Parallel()
	has := func(text string, script *unicode.RangeTable) bool {
		return strings.ContainsFunc(placeholder.ReplaceAllString(text, ""), func(r rune) bool { return unicode.Is(script, r) })
	}
	for _, l := range lang.All {
		for path, text := range flat(t, l) {
			require.Equal(t, l == lang.CN, has(text, unicode.Han), "%s in %s", path, l)
			require.Equal(t, l == lang.TH, has(text, unicode.Thai), "%s in %s", path, l)
			if l == lang.VI && len(text) > 25 {
				require.True(t, strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }), "%s: Vietnamese text without diacritics", path)
			}
		}
	}
}

func TestIncompleteGroupPanics(t *testing.T) {
	t.Parallel()
	type band struct{ Under, From string }
	require.Equal(t, "{amount} or more", Group[band]("incomeBand").In(lang.EN).From)
	require.Equal(t, Group[band]("incomeBand").In(lang.CN), Group[band]("incomeBand").In("unknown language"))
	require.Panics(t, func() { Group[band]("noSuchGroup") })
	require.Panics(t, func() { Group[struct{ Under string }]("incomeBand") }, "a text without a field must panic")
	require.Panics(t, func() { Group[struct{ Under, From, Between string }]("incomeBand") }, "a field without a text must panic")
}

// The app's own texts are tested for the same rule (i18n.test.ts). SMS are excluded to save space, and documents because their
// text must not change.
func TestChineseTextsHaveSpacesAroundNumbers(t *testing.T) {
	t.Parallel()
	figures := regexp.MustCompile(`\{(?:count|min|max|step|amount|figure|time)\}`)
	together := regexp.MustCompile(`\p{Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Han}`)
	for path, text := range flat(t, lang.CN) {
		section, _, _ := strings.Cut(path, ".")
		if slices.Contains([]string{"smsCode", "reminder", "document", "document2", "statement", "acceptance"}, section) {
			continue
		}
		require.NotRegexp(t, together, placeholder.ReplaceAllString(figures.ReplaceAllString(text, "0"), "字"), path)
	}
}

func TestChineseTextsUseFullWidthPunctuation(t *testing.T) {
	t.Parallel()
	narrow := regexp.MustCompile(`\p{Han}[,:;?!()]|[,:;?!)]\p{Han}`)
	for path, text := range flat(t, lang.CN) {
		require.NotRegexp(t, narrow, text, path)
	}
}

func TestThaiTimesEndWithTheirSuffix(t *testing.T) {
	t.Parallel()
	for path, text := range flat(t, lang.TH) {
		require.NotRegexp(t, `\{time\}($|[^ ]| [^น]| น[^.])`, text, path)
	}
}

// Each lender has its own limits: a number in a sentence that all lenders share would be wrong for most.
func TestRefusalTextsContainNoNumbers(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All {
		for path, text := range flat(t, l) {
			if strings.HasPrefix(path, "refusal.") {
				require.NotRegexp(t, `[0-9]`, text, "%s in %s", path, l)
			}
		}
	}
}
