package pdf

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/sfnt"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// A contract is void of meaning with a box in the place of who signs it.
func TestEveryLetterOfANameIsInItsFont(t *testing.T) {
	t.Parallel()
	fonts := map[face]*sfnt.Font{}
	for name, bytes := range map[face][]byte{paper: paperFont, han: hanFont, letters: lettersFont, names: namesFont} {
		parsed, err := sfnt.Parse(bytes)
		require.NoError(t, err)
		fonts[name] = parsed
	}
	for _, name := range []string{
		"Nguyễn Thị Đặng", "Ɛsi Ɔpoku-Ŋaŋa", "Kɔ̃fi Mɛ́nsa", "Ʋenyo Ɖela ƒo Ɣedzi", "王小兰", "李喆", "陈玥珺", "刘〇䶮", "买买提·吐尔逊", "สมศรี ฐิติพงษ์", "GH₵1 ฿1 ¥1 1 ₫ Rp 1",
	} {
		for _, c := range clusters(name) {
			for _, r := range c.text {
				glyph, err := fonts[c.face].GlyphIndex(nil, r)
				require.NoError(t, err)
				require.NotZero(t, glyph, "%q of %s in %s", r, name, c.face)
			}
		}
	}
}

// What is large is read only where a name needs it.
func TestADocumentReadsTheFontsThatItNeeds(t *testing.T) {
	t.Parallel()
	for name, needed := range map[string][]face{"Ama Mensah": nil, "Ɔsei": {letters}, "王小兰": {han}, "李喆": {han, names}} {
		d := Document{Lang: lang.EN, Title: "Loan", Parts: []Part{{Rows: []Row{{Label: "Borrower", Value: name}}}}}
		require.Equal(t, needed, d.extraFaces(), name)
		content, err := Render(d)
		require.NoError(t, err)
		require.Less(t, len(content), 200<<10)
	}
}
