package pdf

import (
	_ "embed"
	"fmt"
	"sync"

	"golang.org/x/image/font/sfnt"
)

// The fonts and where they come from are described in fonts/README.md.
var (
	//go:embed fonts/base.ttf
	baseFont []byte
	//go:embed fonts/ghana.ttf
	ghanaFont []byte
	//go:embed fonts/han.ttf
	hanFont []byte
	//go:embed fonts/han_rare.ttf
	rareHanFont []byte
)

// family is the name of a font in a document.
type family string

const (
	base    family = "base"
	ghana   family = "ghana"
	han     family = "han"
	rareHan family = "rareHan"
)

// families are the fonts in the order in which they are searched for a character. A document embeds only those it needs: the
// last ones are up to two megabytes.
var families = []struct {
	family
	file []byte
	font func() *sfnt.Font
}{
	{base, baseFont, parsed(&baseFont)},
	{ghana, ghanaFont, parsed(&ghanaFont)},
	{han, hanFont, parsed(&hanFont)},
	{rareHan, rareHanFont, parsed(&rareHanFont)},
}

// parsed parses a font on first use.
func parsed(file *[]byte) func() *sfnt.Font {
	return sync.OnceValue(func() *sfnt.Font {
		font, err := sfnt.Parse(*file)
		if err != nil {
			panic(fmt.Errorf("pdf: font: %w", err)) // the binary is corrupt
		}
		return font
	})
}

// familyOf returns the first font that has a character, or the base font if none has.
func familyOf(r rune) family {
	for _, f := range families {
		if glyph, err := f.font().GlyphIndex(nil, r); err == nil && glyph != 0 {
			return f.family
		}
	}
	return base
}
