package content

import (
	"bufio"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	renderer "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// markdown parses a text. Unsupported elements (HTML, pictures, code, quotes) are an error, so that the operator notices them
// at the start.
func markdown(source []byte) ([]Block, error) {
	document := goldmark.DefaultParser().Parse(text.NewReader(source))
	var blocks []Block
	for node := document.FirstChild(); node != nil; node = node.NextSibling() {
		block, err := blockOf(node, source)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, block)
	}
	return blocks, nil
}

func blockOf(node ast.Node, source []byte) (Block, error) {
	switch n := node.(type) {
	case *ast.Heading:
		spans, err := spansOf(n, source, Span{})
		return Block{Kind: Heading, Spans: spans}, err
	case *ast.Paragraph:
		spans, err := spansOf(n, source, Span{})
		return Block{Kind: Paragraph, Spans: spans}, err
	case *ast.List:
		block := Block{Kind: List}
		if n.IsOrdered() {
			block.Kind = Steps
		}
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			if item.ChildCount() != 1 {
				return Block{}, fmt.Errorf("a list item has more than one paragraph")
			}
			spans, err := spansOf(item.FirstChild(), source, Span{})
			if err != nil {
				return Block{}, err
			}
			block.Items = append(block.Items, spans)
		}
		return block, nil
	default:
		return Block{}, fmt.Errorf("%s is not allowed in a text", node.Kind())
	}
}

// spansOf reads a line; around is the formatting of the enclosing element.
func spansOf(parent ast.Node, source []byte, around Span) ([]Span, error) {
	var spans []Span
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		switch n := node.(type) {
		case *ast.Text:
			words := plain(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				words += " "
			}
			spans = join(spans, Span{Text: words, Strong: around.Strong, Href: around.Href})
		case *ast.Emphasis:
			inner, err := spansOf(n, source, Span{Strong: true, Href: around.Href})
			if err != nil {
				return nil, err
			}
			spans = append(spans, inner...)
		case *ast.Link:
			href := plain(n.Destination)
			if !safe(href) {
				return nil, fmt.Errorf("a link to %q: only /m/..., https, mailto and tel are allowed", href)
			}
			inner, err := spansOf(n, source, Span{Strong: around.Strong, Href: href})
			if err != nil {
				return nil, err
			}
			spans = append(spans, inner...)
		default:
			return nil, fmt.Errorf("%s is not allowed in a line", node.Kind())
		}
	}
	return spans, nil
}

// plain returns a text without backslash escapes and entities, which the parser leaves to the renderer of HTML.
func plain(text []byte) string {
	var out strings.Builder
	writer := bufio.NewWriter(&out)
	renderer.DefaultWriter.Write(writer, text)
	_ = writer.Flush() // a builder takes everything
	return html.UnescapeString(out.String())
}

// join merges text with the previous span if both have the same format.
func join(spans []Span, next Span) []Span {
	if n := len(spans); n > 0 && spans[n-1].Strong == next.Strong && spans[n-1].Href == next.Href {
		spans[n-1].Text += next.Text
		return spans
	}
	return append(spans, next)
}

var inside = regexp.MustCompile(`^/m/[A-Za-z0-9/?=&_.-]*$`)

func safe(href string) bool {
	return inside.MatchString(href) || strings.HasPrefix(href, "https://") || strings.HasPrefix(href, "mailto:") || strings.HasPrefix(href, "tel:")
}
