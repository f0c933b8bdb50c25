package ops

import (
	"errors"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// errCursor means that a cursor is malformed or belongs to another list.
var errCursor = errors.New("--cursor is invalid or belongs to another list: use the cursor that the previous page of this list printed")

// cursorMark separates the name of a list from the position in it.
const cursorMark = "."

// ownCursor returns the name of the list that a command shows, and removes that name from the typed cursor.
func ownCursor(k *kong.Context) (list string, err error) {
	node := k.Selected()
	if node == nil {
		return "", nil
	}
	path := strings.TrimSuffix(strings.TrimPrefix(node.Path(), "ops "), " list")
	words := strings.Fields(path)
	// A list with other boolean flags, such as another order, is another list.
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
