package content_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

func TestEveryPageExistsInEveryLanguage(t *testing.T) {
	t.Parallel()
	library, err := content.Load(nil)
	require.NoError(t, err)
	words := map[string]string{}
	for _, name := range []string{
		"prodName", "companyName", "prodAddress", "prodEmail", "prodPhone", "minAmount", "maxAmount", "minDays", "maxDays", "maxRate", "maxApr",
		"minAge",
	} {
		words[name] = "<" + name + ">"
	}
	for _, page := range []string{content.Help, content.About, content.Privacy, content.Privacy2, content.Terms, content.Guide, content.Advertise} {
		shape := ""
		for _, l := range lang.All {
			p, ok := library.Page(page, l, words)
			require.True(t, ok)
			require.NotEmpty(t, p.Title)
			var kinds []string
			for _, b := range p.Blocks {
				kinds = append(kinds, string(b.Kind))
				for _, span := range b.Spans {
					require.NotContains(t, span.Text+span.Href, "{{", "%s %s", l, page)
				}
			}
			if shape == "" {
				shape = strings.Join(kinds, " ")
			}
			require.Equal(t, shape, strings.Join(kinds, " "), "%s in %s must have the same blocks as in the other languages", page, l)
		}
	}
}

// The guide and the page of an order promise the same time until a lender decides.
func TestGuideAndOrderPromiseSameDecisionTime(t *testing.T) {
	t.Parallel()
	library, err := content.Load(nil)
	require.NoError(t, err)
	next := texts.Group[map[string]string]("next")
	for l, longest := range map[lang.Lang]string{lang.VI: "vài phút, lâu nhất ba ngày", lang.EN: "three days at most", lang.TH: "ไม่กี่นาที นานสุดสามวัน", lang.CN: "最长三天"} {
		for _, state := range []string{"waitingReview", "underReview"} {
			require.Contains(t, next.In(l)[state], longest, l)
		}
		p, ok := library.Page(content.Guide, l, nil)
		require.True(t, ok)
		require.Contains(t, fmt.Sprint(p.Blocks), longest, l)
	}
}

func file(body string) fstest.MapFS {
	return fstest.MapFS{"en/about.md": {Data: []byte(body)}}
}

func TestOperatorFileReplacesEmbeddedPage(t *testing.T) {
	t.Parallel()
	library, err := content.Load(file("---\ntitle: We are {{prodName}}\n---\nCall **us** at [once](tel:1900).\n\n1. First\n2. Second\n"))
	require.NoError(t, err)
	p, _ := library.Page(content.About, lang.EN, map[string]string{"prodName": "Vay <b>Rõ</b>"})
	require.Equal(t, "We are Vay <b>Rõ</b>", p.Title, "placeholder values must not be escaped: the app renders them as text")
	require.Equal(t, []content.Block{
		{Kind: content.Paragraph, Items: [][]content.Span{}, Spans: []content.Span{
			{Text: "Call "}, {Text: "us", Strong: true}, {Text: " at "}, {Text: "once", Href: "tel:1900"}, {Text: "."},
		}},
		{Kind: content.Steps, Spans: []content.Span{}, Items: [][]content.Span{{{Text: "First"}}, {{Text: "Second"}}}},
	}, p.Blocks)
	other, _ := library.Page(content.About, lang.VI, nil)
	require.Equal(t, "Về chúng tôi", other.Title, "languages missing from the folder must use the embedded page")
}

// A page with a figure of the market is filled with what the market is now. Otherwise the amount of a first loan would be zero.
func TestPageWithAFigureOfTheMarketAdvertises(t *testing.T) {
	t.Parallel()
	for word, advertises := range map[string]bool{"minAmount": true, "maxAmount": true, "firstAmount": true, "minDays": true, "maxDays": true, "maxRate": false} {
		library, err := content.Load(file("---\ntitle: About\n---\nIt is {{" + word + "}}.\n"))
		require.NoError(t, err)
		require.Equal(t, advertises, library.Advertises(content.About), word)
	}
}

// Markdown writes a character that has a meaning in it with a backslash, or as an entity.
func TestEscapedCharactersAreShownWithoutTheirEscapes(t *testing.T) {
	t.Parallel()
	library, err := content.Load(file("---\ntitle: x\n---\n24 % \\* a year &amp; a fee of 1&nbsp;% < 2 \\&amp; [a\\_b](/m/help?x=1&amp;y=2)\n"))
	require.NoError(t, err)
	p, _ := library.Page(content.About, lang.EN, nil)
	require.Equal(t, []content.Span{
		{Text: "24 % * a year & a fee of 1\u00a0% < 2 &amp; "}, {Text: "a_b", Href: "/m/help?x=1&y=2"},
	}, p.Blocks[0].Spans)
}

func TestUnsafeOrInvalidPagesAreRejected(t *testing.T) {
	t.Parallel()
	for why, body := range map[string]string{
		"HTML":         "---\ntitle: x\n---\n<script>alert(1)</script>\n",
		"inline HTML":  "---\ntitle: x\n---\nhello <img src=x onerror=alert(1)>\n",
		"image":        "---\ntitle: x\n---\n![x](https://example.com/x.png)\n",
		"bad scheme":   "---\ntitle: x\n---\n[x](javascript:alert(1))\n",
		"another host": "---\ntitle: x\n---\n[x](//evil.example)\n",
		"code":         "---\ntitle: x\n---\n    code\n",
		"no head":      "hello\n",
		"no title":     "---\nversion: \"1\"\n---\nhello\n",
		"unknown key":  "---\ntitle: x\nauthor: me\n---\nhello\n",
	} {
		_, err := content.Load(file(body))
		require.ErrorContains(t, err, "en/about.md", why)
	}
	_, err := content.Load(fstest.MapFS{"en/terms.md": {Data: []byte("---\ntitle: x\n---\nhello\n")}})
	require.ErrorContains(t, err, "version", "a page that borrowers agree to needs a version")
	_, err = content.Load(fstest.MapFS{"en/terms.md": {Data: []byte("---\ntitle: x\nversion: \"2.0\"\nsince: 2026-12-01\n---\nhello\n")}})
	require.ErrorContains(t, err, "elsewhere", "all languages must have the same version")
}
