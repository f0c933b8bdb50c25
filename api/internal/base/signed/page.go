package signed

import (
	"bytes"
	"encoding/json"
	"slices"
)

// pages are the beginnings of an HTML page, in lower case.
var pages = [][]byte{[]byte("<!doctype html"), []byte("<html")}

// IsPage reports whether the body of a response is an HTML page: the answer of a proxy, a login or a maintenance page that stands
// before the partner, whatever its status is.
func IsPage(body []byte) bool {
	body = bytes.ToLower(bytes.TrimLeft(body[:min(len(body), 1<<10)], "\ufeff \t\r\n"))
	return slices.ContainsFunc(pages, func(beginning []byte) bool { return bytes.HasPrefix(body, beginning) })
}

// IsObject reports whether the body of a response is a JSON object, as the refusals of partners are. A proxy that does not reach the
// partner often answers with a line of text, or with nothing.
func IsObject(body []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) && json.Valid(body)
}
