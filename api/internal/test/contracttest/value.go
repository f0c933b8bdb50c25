package contracttest

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"pgregory.net/rapid"
)

// longest limits texts and lists for which the contract has no limit.
const longest = 200

// value draws a value that a schema accepts, often an edge case. name is the property's; known are values from responses.
func value(t *rapid.T, s *openapi3.Schema, name string, known Known) any {
	if s.Nullable && one(t, 8) {
		return nil
	}
	switch {
	case len(s.Enum) > 0:
		return rapid.SampledFrom(s.Enum).Draw(t, name)
	case len(s.AnyOf) > 0:
		return value(t, rapid.SampledFrom(s.AnyOf).Draw(t, name+" as").Value, name, known)
	case len(s.AllOf) > 0:
		whole := map[string]any{}
		for _, part := range s.AllOf {
			if fields, ok := value(t, part.Value, name, known).(map[string]any); ok {
				for key, field := range fields {
					whole[key] = field
				}
			}
		}
		return whole
	case s.Type.Is("object"):
		return object(t, s, known)
	case s.Type.Is("array"):
		return list(t, s, name, known)
	case s.Type.Is("integer"), s.Type.Is("number"):
		return number(t, s, name, known)
	case s.Type.Is("boolean"):
		// Agreements are only accepted with true.
		return !one(t, 4)
	case s.Type.Is("string"):
		return text(t, s, name, known)
	}
	return "anything"
}

func object(t *rapid.T, s *openapi3.Schema, known Known) map[string]any {
	fields := map[string]any{}
	for _, name := range sortedNames(s.Properties) {
		if slices.Contains(s.Required, name) || !one(t, 3) {
			fields[name] = value(t, s.Properties[name].Value, name, known)
		}
	}
	if free := s.AdditionalProperties.Schema; free != nil {
		for range rapid.IntRange(0, 3).Draw(t, "free fields") {
			fields[rapid.SampledFrom([]string{"idName", "nickname", "text", "x", "__proto__", "constructor", "ключ"}).Draw(t, "key")] = value(t, free.Value, "free", known)
		}
	}
	return fields
}

func list(t *rapid.T, s *openapi3.Schema, name string, known Known) []any {
	most := min(longest, int(s.MinItems)+3)
	if s.MaxItems != nil {
		most = min(most, int(*s.MaxItems))
		if one(t, 8) {
			most = int(*s.MaxItems)
		}
	}
	all := []any{}
	for range rapid.IntRange(int(s.MinItems), most).Draw(t, name+" length") {
		all = append(all, value(t, s.Items.Value, name, known))
	}
	return all
}

func number(t *rapid.T, s *openapi3.Schema, name string, known Known) any {
	if seen := known.draw(t, name); seen != nil && !one(t, 3) {
		return seen
	}
	low, high := int64(math.MinInt32), int64(math.MaxInt32)
	if s.Format == "int64" {
		low, high = math.MinInt64, math.MaxInt64
	}
	if s.Min != nil {
		low = int64(*s.Min)
	}
	if s.Max != nil {
		high = int64(*s.Max)
	}
	return rapid.OneOf(rapid.SampledFrom([]int64{low, high, max(low, min(high, 5_000_000)), max(low, min(high, 91))}), rapid.Int64Range(low, high)).Draw(t, name)
}

func text(t *rapid.T, s *openapi3.Schema, name string, known Known) string {
	if seen, ok := known.draw(t, name).(string); ok && !one(t, 3) {
		return seen
	}
	switch s.Format {
	case "uuid":
		return uuids.Draw(t, name)
	case "date":
		return fmt.Sprintf("%04d-%02d-%02d", rapid.IntRange(1, 9999).Draw(t, "year"), rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(1, 28).Draw(t, "day"))
	case "date-time":
		return fmt.Sprintf("%04d-%02d-%02dT%02d:00:00Z", rapid.IntRange(1, 9999).Draw(t, "year"), rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(1, 28).Draw(t, "day"), rapid.IntRange(0, 23).Draw(t, "hour"))
	}
	least, most := int(s.MinLength), longest
	if s.MaxLength != nil {
		most = int(*s.MaxLength)
	}
	if s.Pattern != "" {
		if matched := matching(s.Pattern, least, most).Draw(t, name); matched != "" || least == 0 {
			return matched
		}
	}
	if one(t, 6) {
		return strings.Repeat(rapid.SampledFrom([]string{"9", "a", "ế", "𝕏"}).Draw(t, "letter"), most)
	}
	return rapid.OneOf(plain(least, min(most, least+24)), rapid.StringN(least, min(most, least+24), -1)).Draw(t, name)
}

var uuids = rapid.StringMatching(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)

// plain draws what people type: digits for numbers and letters for names.
func plain(least, most int) *rapid.Generator[string] {
	return rapid.OneOf(rapid.StringOfN(rapid.RuneFrom([]rune("0123456789")), least, most, -1), rapid.StringOfN(rapid.RuneFrom([]rune("abc xyz ếớđ'\"<>&;%-_/\\.")), least, most, -1))
}

// matching draws texts that match a pattern, within its limits; patterns are anchored.
func matching(pattern string, least, most int) *rapid.Generator[string] {
	form := regexp.MustCompile(pattern)
	bounded := strings.NewReplacer("]+$", fmt.Sprintf("]{%d,%d}$", max(least, 1), min(most, 64)), "]*$", fmt.Sprintf("]{%d,%d}$", least, min(most, 64))).Replace(pattern)
	return rapid.StringMatching(strings.TrimSuffix(strings.TrimPrefix(bounded, "^"), "$")).Filter(form.MatchString)
}

// one is true once in n draws on average.
func one(t *rapid.T, n int) bool { return rapid.IntRange(1, n).Draw(t, "one in") == n }

func sortedNames(properties openapi3.Schemas) []string {
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
