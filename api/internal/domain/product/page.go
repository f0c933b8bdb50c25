package product

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Placed is a product with its group for a viewer.
type Placed struct {
	Criteria
	Eligibility
}

// place is a position in the list: by group in the order of Groups, then by the operator's position, then by code.
type place struct {
	group, position int
	code            string
}

// before reports whether the place is before a product of the same group.
func (p place) before(c Criteria) bool {
	return p.position < c.Position || p.position == c.Position && p.code < c.Code
}

// Page returns up to limit products of a viewer's list, group by group. all must be in the operator's order. cursor comes from the
// previous page, and next is empty on the last page. An invalid cursor is reason.InvalidParameter.
func Page(all []Placed, cursor string, limit int) (page []Placed, next string, err error) {
	after, err := readCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	for at, group := range Groups {
		if at < after.group {
			continue
		}
		for _, p := range all {
			if p.Group != group || at == after.group && !after.before(p.Criteria) {
				continue
			}
			if len(page) == limit {
				return page, cursorOf(page[limit-1]), nil
			}
			page = append(page, p)
		}
	}
	return page, "", nil
}

func cursorOf(p Placed) string {
	at := slices.Index(Groups, p.Group)
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(at) + "." + strconv.Itoa(p.Position) + "." + p.Code))
}

func readCursor(text string) (place, error) {
	if text == "" {
		return place{group: -1}, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	group, rest, _ := strings.Cut(string(raw), ".")
	position, code, whole := strings.Cut(rest, ".")
	p := place{code: code}
	var wrong [2]error
	p.group, wrong[0] = strconv.Atoi(group)
	p.position, wrong[1] = strconv.Atoi(position)
	if err != nil || !whole || wrong != [2]error{} {
		return place{}, reason.InvalidField("cursor", reason.FieldFormat)
	}
	return p, nil
}
