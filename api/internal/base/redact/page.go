package redact

import (
	"regexp"
	"strings"
)

var (
	// address matches a URL; only its last part is kept, which is a file with line and column.
	address = regexp.MustCompile(`[A-Za-z][A-Za-z+.-]*://[^\s"')]*`)
	// query matches the query of a URL or path, which may contain personal data.
	query = regexp.MustCompile(`[?#][\w.%~-]+=[^\s"')]*`)
	// quoted matches what a parser quotes of the text that it could not parse.
	quoted = regexp.MustCompile(`".*"`)
	mail   = regexp.MustCompile(`[^\s@"'(]+@[\w-]+(?:\.[\w-]+)+`)
	// script matches the name of a script file: Safari writes function@file, which looks like an email address.
	script  = regexp.MustCompile(`\.m?[jt]sx?$`)
	control = regexp.MustCompile(`[^\P{C}\n]`)
	// personal matches longText, and as its first alternative positions in script files, which are not personal data.
	personal = regexp.MustCompile(`\.m?[jt]sx?:\d{1,7}:\d{1,7}\b|` + longText)
)

// Page removes everything that may be personal data from a failure report of a page, such as the stack of an error. The page
// has already done the same, but anyone may call the endpoint.
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
