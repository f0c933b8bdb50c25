package pdf

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// The fonts and where they come from are described in fonts/README.md.
var (
	//go:embed fonts/paper.ttf
	paperFont []byte
	//go:embed fonts/han.ttf
	hanFont []byte
	//go:embed fonts/letters.ttf
	lettersFont []byte
	//go:embed fonts/names.ttf
	namesFont []byte
)

// face is a font by the name under which a document has it.
type face string

const (
	paper   face = "paper"
	han     face = "han"
	letters face = "letters"
	names   face = "names"
)

// extraFaces are read only where a document needs them: they are up to two megabytes.
var extraFaces = map[face][]byte{han: hanFont, letters: lettersFont, names: namesFont}

// ghanaian are the letters of Ghana's languages that other alphabets here do not have.
const ghanaian = "ƁɓƆɔƊɗƉɖƐɛƑƒƔɣƘƙƩʃƱʊƲʋƳƴƷʒƖɩʼ"

// faceOf is the font that has a letter.
func faceOf(r rune) face {
	switch {
	case unicode.Is(unicode.Han, r) && !gb2312()[r]:
		return names
	case isHan(r):
		return han
	case strings.ContainsRune(ghanaian, r):
		return letters
	}
	return paper
}

// gb2312 are the characters of that set: those of texts, and of most names.
var gb2312 = sync.OnceValue(func() map[rune]bool {
	all := map[rune]bool{}
	decode := simplifiedchinese.GBK.NewDecoder()
	for high := byte(0xB0); high <= 0xF7; high++ {
		for low := byte(0xA1); low <= 0xFE; low++ {
			if text, err := decode.Bytes([]byte{high, low}); err == nil {
				all[[]rune(string(text))[0]] = true
			}
		}
	}
	return all
})
