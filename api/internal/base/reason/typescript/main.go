// Command typescript writes the catalogue for the app: the codes of all reasons, and per language, so that a phone loads only
// its own, the phrases of the app and the sentences of the reasons.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const head = "// Generated from api/internal/base/reason by `go generate`. Do not edit.\n\n"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: typescript <folder>")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(folder string) error {
	for name, text := range files() {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// files returns the content of each file by its path.
func files() map[string]string {
	out := map[string]string{"reasons.gen.ts": codes()}
	for _, l := range lang.All {
		out["phrases/"+string(l)+".gen.ts"] = phrases(l)
		out["sentences/"+string(l)+".gen.ts"] = sentences(l)
	}
	return out
}

func codes() string {
	var b strings.Builder
	b.WriteString(head + "/** errorCode and HTTP status of every reason. */\nexport const reasons = {\n")
	for _, r := range reason.All() {
		fmt.Fprintf(&b, "  %s: { code: %d, status: %d },\n", r, r.Code(), r.Status())
	}
	b.WriteString("} as const\n\n/** The stable name of an answer, `data.reason` of a failure. */\nexport type Reason = keyof typeof reasons\n")
	return b.String()
}

func phrases(l lang.Lang) string {
	var b strings.Builder
	b.WriteString(head + "/** What the app says without asking the server: no answer, face results, guidance. */\nexport const phrases = {\n")
	for _, p := range reason.Phrases() {
		text, err := json.Marshal(p.Text(l))
		if err != nil {
			panic(err) // A string always has a JSON form.
		}
		fmt.Fprintf(&b, "  %q: %s,\n", string(p), text)
	}
	b.WriteString("} as const\n\nexport type Phrase = keyof typeof phrases\n")
	return b.String()
}

func sentences(l lang.Lang) string {
	var b strings.Builder
	b.WriteString(head + "/** What the server says for a reason, where nothing has to be filled in. */\nexport const sentences: Record<string, string> = {\n")
	for _, r := range reason.All() {
		sentence := r.Text(l, nil)
		if strings.Contains(sentence, "{") {
			continue
		}
		text, err := json.Marshal(sentence)
		if err != nil {
			panic(err) // A string always has a JSON form.
		}
		fmt.Fprintf(&b, "  %s: %s,\n", r, text)
	}
	b.WriteString("}\n")
	return b.String()
}
