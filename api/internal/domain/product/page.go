package product

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Placed is where a product stands for a viewer, and in the list.
type Placed struct {
	Criteria
	Eligibility
}

// place is a position in the list: by group, as they stand in Groups, then by the operator's order, then by code.
type place struct {
	group, position int
	code            string
}

// before reports whether it comes before a product of its own group.
func (p place) before(c Criteria) bool {
	return p.position < c.Position || p.position == c.Position && p.code < c.Code
}

// Page cuts limit products out of a viewer's list, group by group. all are in the operator's order; cursor is what the
// page before gave; next is empty on the last page. A cursor that is not ours is reason.InvalidParameter.
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
