package contracttest

import (
	"encoding/json"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// wrong are values that are invalid for almost any field.
var wrong = []any{
	nil, true, -1, 0, 1.5, 1e300, "", "\x00", "a\x1bb", "../../etc/passwd", "'; DROP TABLE member; --", "null", "NaN",
	json.Number("99999999999999999999"), json.Number("-9223372036854775809"), json.Number("1e400"), json.Number("5.0"),
	json.RawMessage(`"\ud800"`), strings.Repeat("x", 5000), []any{}, map[string]any{}, []any{[]any{[]any{1}}},
	map[string]any{"$ne": nil}, "2026-02-31", "9999-12-31", "00000000-0000-0000-0000-000000000000", "\u202e\U0001F600",
}

// spoil changes one place of a value at any depth. The result may still be valid by the contract: Allowed determines that.
func spoil(t *rapid.T, value any) any {
	switch v := value.(type) {
	case map[string]any:
		if len(v) == 0 || one(t, 5) {
			v[rapid.SampledFrom([]string{"isAdmin", "memberId", "amount", "__proto__", ""}).Draw(t, "stranger")] = rapid.SampledFrom(wrong).Draw(t, "of")
			return v
		}
		name := rapid.SampledFrom(sorted(v)).Draw(t, "spoilt")
		if one(t, 5) {
			delete(v, name)
			return v
		}
		v[name] = spoil(t, v[name])
		return v
	case []any:
		switch {
		case len(v) > 0 && !one(t, 3):
			i := rapid.IntRange(0, len(v)-1).Draw(t, "spoilt")
			v[i] = spoil(t, v[i])
			return v
		case len(v) > 0:
			return slices.Repeat(v, rapid.IntRange(2, 40).Draw(t, "times"))
		}
	case string:
		switch rapid.IntRange(0, 5).Draw(t, "how") {
		case 0:
			return v + "x"
		case 1:
			return v + strings.Repeat("9", rapid.IntRange(1, 3000).Draw(t, "more"))
		case 2:
			return strings.ToUpper(v) + " "
		}
	case int64:
		switch rapid.IntRange(0, 4).Draw(t, "how") {
		case 0:
			return v + 1
		case 1:
			return -v
		case 2:
			return json.Number(json.Number(rapid.StringMatching(`[0-9]{1,3}\.[0-9]`).Draw(t, "part")))
		}
	}
	return rapid.SampledFrom(wrong).Draw(t, "wrong")
}

func sorted(fields map[string]any) []string {
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
