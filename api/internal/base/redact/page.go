package redact

import (
	"regexp"
	"strings"
)

var (
	// address is one of the web: of it the last part alone is left, which is a file, its line and its column.
	address = regexp.MustCompile(`[A-Za-z][A-Za-z+.-]*://[^\s"')]*`)
	// query is what follows an address or a path, with all that it may say of somebody.
	query = regexp.MustCompile(`[?#][\w.%~-]+=[^\s"')]*`)
	// quoted is what a parser quotes of the text that it could not read.
	quoted = regexp.MustCompile(`".*"`)
	mail   = regexp.MustCompile(`[^\s@"'(]+@[\w-]+(?:\.[\w-]+)+`)
	// script ends the name of one: Safari writes a function before its file as a mail's name before its host.
	script  = regexp.MustCompile(`\.m?[jt]sx?$`)
	control = regexp.MustCompile(`[^\P{C}\n]`)
	// personal finds what may be a token, a row, or a number in whatever way it is written. Where in a file something
	// happened is no number of anybody.
	personal = regexp.MustCompile(`\.m?[jt]sx?:\d{1,7}:\d{1,7}\b|[A-Za-z0-9_+/=-]{32,}|\d(?:[ .()-]{0,2}\d){5,}`)
)

// Page takes out of what a page says of its failure, such as the stack of an error, all that may be of a person. The page
// has done the same before it sent it; but the call is open to everybody.
func Page(text string) string {
	text = control.ReplaceAllString(text, " ")
	text = address.ReplaceAllStringFunc(text, func(found string) string {
		path, _, _ := strings.Cut(found, "?")
		path, _, _ = strings.Cut(path, "#")
		return path[strings.LastIndexByte(path, '/')+1:]
	})
	text = query.ReplaceAllString(text, "")
	text = quoted.ReplaceAllString(text, `"#"`)
	text = mail.ReplaceAllStringFunc(text, func(found string) string { return hideUnless(script.MatchString(found), found) })
	return personal.ReplaceAllStringFunc(text, func(found string) string { return hideUnless(found[0] == '.', found) })
}

func hideUnless(harmless bool, found string) string {
	if harmless {
		return found
	}
	return "#"
}
