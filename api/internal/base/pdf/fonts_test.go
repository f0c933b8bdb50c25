package pdf

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/sfnt"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// A contract in which a letter of the borrower's name is missing would be worthless.
func TestFontsContainAllLettersOfNames(t *testing.T) {
	t.Parallel()
	fonts := map[family]*sfnt.Font{}
	for _, f := range families {
		fonts[f.family] = f.font()
	}
	for _, name := range []string{
		"Nguyễn Thị Đặng", "Ɛsi Ɔpoku-Ŋaŋa", "Kɔ̃fi Mɛ́nsa", "Ʋenyo Ɖela ƒo Ɣedzi", "王小兰", "李喆", "陈玥珺", "刘〇䶮", "周㛚䴖", "买买提·吐尔逊", "สมศรี ฐิติพงษ์", "GH₵1 ฿1 ¥1 1 ₫ Rp 1",
	} {
		for _, c := range clusters(name) {
			for _, r := range c.text {
				glyph, err := fonts[c.family].GlyphIndex(nil, r)
				require.NoError(t, err)
				require.NotZero(t, glyph, "%q of %s in %s", r, name, c.family)
			}
		}
	}
}

// Large fonts are parsed only if a name needs them.
func TestRenderUsesOnlyNeededFonts(t *testing.T) {
	t.Parallel()
	for name, needed := range map[string][]family{"Ama Mensah": {base}, "Ɔsei": {base, ghana}, "王小兰": {base, han}, "李喆": {base, han, rareHan}} {
		d := Document{Lang: lang.EN, Title: "Loan", Parts: []Part{{Rows: []Row{{Label: "Borrower", Value: name}}}}}
		require.ElementsMatch(t, needed, slices.Collect(maps.Keys(d.families())), name)
		content, err := Render(d)
		require.NoError(t, err)
		require.Less(t, len(content), 200<<10)
	}
}

// Documents are rendered concurrently from the same font files.
func TestRenderDoesNotModifyFontFiles(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"base": "ผู้กู้ที่ปู่ยืมเงิน น้ำหนัก Nguyễn Thị Đặng", "names": "Ɛsi Ɔpoku-Ŋaŋa 王小兰 李喆"} {
		t.Run(name, func(t *testing.T) {
			before := make([][]byte, len(families))
			for i, f := range families {
				before[i] = bytes.Clone(f.file)
			}
			_, err := Render(Document{Lang: lang.TH, Title: text, Parts: []Part{{Paragraphs: []string{text}}}})
			require.NoError(t, err)
			for i, f := range families {
				require.True(t, bytes.Equal(before[i], f.file), f.family)
			}
		})
	}
}
