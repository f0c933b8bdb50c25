package pdf_test

import (
	"bytes"
	"compress/zlib"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
)

func doc(l lang.Lang, text string) pdf.Document {
	return pdf.Document{
		Lang: l, Title: text, Subtitle: "LM261121ABCDEFGH", Footer: "SHA-256 " + strings.Repeat("0f", 32), At: time.Unix(1_790_000_000, 0),
		Parts: []pdf.Part{
			{Heading: "1. " + text, Paragraphs: []string{strings.Repeat(text+" ", 30), text}},
			{Rows: []pdf.Row{{Label: text, Value: "21.497.945\u00a0₫"}, {Label: text, Value: strings.Repeat(text, 9), Strong: true}}},
		},
	}
}

var sentences = map[lang.Lang]string{
	lang.VI: "Nguyễn Thị Hồng Đào được duyệt khoản vay",
	lang.TH: "ผู้กู้ที่ปู่ยืมเงินน้ำหนักไม่เกินกำหนดชำระ",
	lang.CN: "借款合同，出借人：张伟（机构）。",
	lang.EN: "The loan agreement",
}

func TestRenderEveryLanguage(t *testing.T) {
	t.Parallel()
	for l, sentence := range sentences {
		content, err := pdf.Render(doc(l, sentence))
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(content, []byte("%PDF-")), l)
		require.Less(t, len(content), 200<<10, "only the used characters may be embedded")
		if folder := os.Getenv("PDF_SAMPLES"); folder != "" {
			require.NoError(t, os.WriteFile(filepath.Join(folder, string(l)+".pdf"), content, 0o600))
		}
	}
}

// People are called by rare characters, and a document of theirs has to be made all the same.
func TestCharactersThatNoFontHasDoNotPreventADocument(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"王𠮷", "李𬭩", "Lan 😀", "Lan \U0010FFFF", "\uFFFF", "ᥐ"} {
		content, err := pdf.Render(doc(lang.CN, name))
		require.NoError(t, err, name)
		require.True(t, bytes.HasPrefix(content, []byte("%PDF-")), name)
	}
}

func TestLongDocumentsHaveMorePages(t *testing.T) {
	t.Parallel()
	p := doc(lang.EN, "word")
	for range 40 {
		p.Parts = append(p.Parts, p.Parts[0])
	}
	content, err := pdf.Render(p)
	require.NoError(t, err)
	require.Greater(t, bytes.Count(content, []byte("/Type /Page\n")), 3)
}

// Each selection of a font adds to the size of the page, which readers download.
func TestFontIsSelectedOnlyOnChange(t *testing.T) {
	t.Parallel()
	streams := regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)
	for l, sentence := range sentences {
		content, err := pdf.Render(doc(l, sentence))
		require.NoError(t, err)
		var chosen, written int
		for _, stream := range streams.FindAllSubmatch(content, -1) {
			unpacked, err := zlib.NewReader(bytes.NewReader(stream[1]))
			if err != nil {
				continue
			}
			page, err := io.ReadAll(unpacked)
			require.NoError(t, err)
			chosen += bytes.Count(page, []byte(" Tf ET"))
			written += bytes.Count(page, []byte(" Tj ET"))
		}
		require.Positive(t, chosen, l)
		require.Less(t, chosen, written, l)
	}
}
