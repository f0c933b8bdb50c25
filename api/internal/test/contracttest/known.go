package contracttest

import (
	"encoding/json"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// Known contains values from responses, by the names of their fields: requests with them get further than with ids that do not
// exist.
type Known map[string][]any

// kept is the maximum number of values per name; newer ones replace older ones.
const kept = 24

// Learn stores the values of a response.
func (k Known) Learn(data json.RawMessage) {
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber()
	var read any
	if decoder.Decode(&read) == nil {
		k.learn("", read)
	}
}

// Add stores one value.
func (k Known) Add(name string, value any) {
	if slices.Contains(k[name], value) {
		return
	}
	k[name] = append(k[name], value)
	if len(k[name]) > kept {
		k[name] = slices.Delete(k[name], 0, 1)
	}
}

func (k Known) learn(name string, read any) {
	switch v := read.(type) {
	case map[string]any:
		for key, inner := range v {
			k.learn(key, inner)
		}
	case []any:
		for _, inner := range v {
			k.learn(name, inner)
		}
	case string:
		if v != "" {
			k.Add(name, v)
		}
	case json.Number:
		if whole, err := v.Int64(); err == nil {
			k.Add(name, whole)
		}
	}
}

// aliases are the names that responses use for the fields of requests.
var aliases = map[string][]string{
	"bankCardId": {"cardId"}, "replacementCardId": {"cardId"}, "upTo": {"noticeId"}, "productId": {"loanId"},
	"frontFileId": {"fileId"}, "backFileId": {"fileId"}, "passbookFileId": {"fileId"}, "fileIds": {"fileId"}, "id": {"fileId"},
	"phoneNum": {"phone"}, "mobile": {"phone"}, "phone": {"phoneNum"}, "accountNumberAgain": {"accountNumber"}, "amount": {"totalToRepay", "remainingAmount"},
}

// draw returns a known value for a name, nil if there is none.
func (k Known) draw(t *rapid.T, name string) any {
	all := slices.Clone(k[name])
	for _, other := range aliases[name] {
		all = append(all, k[other]...)
	}
	if len(all) == 0 {
		return nil
	}
	return rapid.SampledFrom(all).Draw(t, "known "+name)
}
