package contracttest

import (
	"encoding/json"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// Known are values that answers held, by the names of their fields: with them a request gets further than with ids that
// nobody has.
type Known map[string][]any

// kept bounds the values of a name; newer ones replace older ones.
const kept = 24

// Learn remembers what an answer held.
func (k Known) Learn(data json.RawMessage) {
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber()
	var read any
	if decoder.Decode(&read) == nil {
		k.learn("", read)
	}
}

// Add remembers one value.
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

// aliases are names under which a request takes what answers call otherwise.
var aliases = map[string][]string{
	"bankCardId": {"cardId"}, "replacementCardId": {"cardId"}, "upTo": {"noticeId"}, "productId": {"loanId"},
	"frontFileId": {"fileId"}, "backFileId": {"fileId"}, "passbookFileId": {"fileId"}, "fileIds": {"fileId"}, "id": {"fileId"},
	"phoneNum": {"phone"}, "mobile": {"phone"}, "phone": {"phoneNum"}, "accountNumberAgain": {"accountNumber"}, "amount": {"totalToRepay", "remainingAmount"},
}

// draw is a value that was seen under a name, nil where there is none.
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
