package ops

import (
	"errors"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// errCursor is why a cursor is not taken: a place in one list is none in another.
var errCursor = errors.New("--cursor cannot be read, or is of another list: take the one that this list has printed below the page before")

// cursorMark stands between the name of a list and the place in it.
const cursorMark = "."

// ownCursor names the list that a command shows, and takes that name off the cursor that was typed.
func ownCursor(k *kong.Context) (list string, err error) {
	node := k.Selected()
	if node == nil {
		return "", nil
	}
	path := strings.TrimSuffix(strings.TrimPrefix(node.Path(), "ops "), " list")
	words := strings.Fields(path)
	// Another order is another list.
	for _, flag := range node.Flags {
		if flag.Target.Kind() == reflect.Bool && flag.Target.Bool() {
			words = append(words, flag.Name)
		}
	}
	list = strings.Join(words, "-") + cursorMark
	for _, flag := range node.Flags {
		if flag.Name != "cursor" || flag.Target.String() == "" {
			continue
		}
		place, ours := strings.CutPrefix(flag.Target.String(), list)
		if !ours || place == "" {
			return "", errCursor
		}
		flag.Target.SetString(place)
	}
	return list, nil
}
