package pdf

import (
	"strconv"

	"codeberg.org/go-pdf/fpdf"
)

// Lengths are in millimetres, type sizes in points.
const (
	margin     = 20.0
	pageWidth  = 210.0
	pageHeight = 297.0
	textWidth  = pageWidth - 2*margin
	bottom     = pageHeight - 25.0

	titleSize   = 18.0
	headingSize = 12.0
	textSize    = 10.0
	footSize    = 7.0

	// lead is the line height relative to the type size: Vietnamese and Thai marks need room.
	lead = 0.55
)

// layout places lines on pages.
type layout struct {
	doc    *fpdf.Fpdf
	footer string
	y      float64
	// chosen is the current font of the page: SetFont writes to the document even if the font does not change.
	chosen font
	// widths caches the measured widths, in thousandths of the type size: measuring requires selecting the font.
	widths map[cluster]float64
}

type font struct {
	family family
	size   float64
}

func (l *layout) write(p Document) {
	l.text(p.Title, titleSize)
	if p.Subtitle != "" {
		l.grey(true)
		l.text(p.Subtitle, textSize)
		l.grey(false)
	}
	for _, part := range p.Parts {
		l.part(part)
	}
}

func (l *layout) part(p Part) {
	l.y += 4
	if p.Heading != "" {
		// A heading must not be the last line of a page.
		l.room(3 * headingSize * lead)
		l.text(p.Heading, headingSize)
		l.y++
	}
	for _, paragraph := range p.Paragraphs {
		l.text(paragraph, textSize)
		l.y += 1.5
	}
	for _, row := range p.Rows {
		l.row(row)
	}
}

// text writes a paragraph.
func (l *layout) text(s string, size float64) {
	for _, line := range wrap(clusters(shape(s)), textWidth, l.measure(size)) {
		l.room(size * lead)
		l.put(line, margin, size)
		l.y += size * lead
	}
}

// row writes a label on the left and its value on the right; a long value is written below its label.
func (l *layout) row(r Row) {
	measure := l.measure(textSize)
	label, value := clusters(shape(r.Label)), clusters(shape(r.Value))
	l.room(2 * textSize * lead)
	if r.Strong {
		l.doc.Line(margin, l.y, pageWidth-margin, l.y)
		l.y++
	}
	if width(label, measure)+width(value, measure)+4 <= textWidth {
		l.put(label, margin, textSize)
		l.put(value, pageWidth-margin-width(value, measure), textSize)
		l.y += textSize*lead + 0.8
		return
	}
	l.text(r.Label, textSize)
	for _, line := range wrap(value, textWidth, measure) {
		l.room(textSize * lead)
		l.put(line, pageWidth-margin-width(line, measure), textSize)
		l.y += textSize * lead
	}
	l.y += 0.8
}

// put writes one line, as runs of one font each, with its top at the current height.
func (l *layout) put(line []cluster, x, size float64) {
	measure := l.measure(size)
	base := l.y + size*lead*0.72
	for len(line) > 0 {
		n := 1
		for n < len(line) && line[n].family == line[0].family {
			n++
		}
		l.font(line[0].family, size)
		l.doc.Text(x, base, join(line[:n]))
		x += width(line[:n], measure)
		line = line[n:]
	}
}

func (l *layout) font(f family, size float64) {
	want := font{family: f, size: size}
	if want != l.chosen {
		l.doc.SetFont(string(want.family), "", want.size)
		l.chosen = want
	}
}

func (l *layout) measure(size float64) func(cluster) float64 {
	return func(c cluster) float64 {
		symbols, known := l.widths[c]
		if !known {
			l.font(c.family, size)
			symbols = float64(l.doc.GetStringSymbolWidth(c.text))
			l.widths[c] = symbols
		}
		return symbols * size / l.doc.GetConversionRatio() / 1000
	}
}

// room begins a new page if the next lines do not fit on this one.
func (l *layout) room(height float64) {
	if l.y+height > bottom {
		l.page()
	}
}

// page begins a page, on which no font is selected yet.
func (l *layout) page() {
	l.doc.AddPage()
	l.chosen = font{}
	l.y = margin
}

func (l *layout) grey(on bool) {
	shade := 0
	if on {
		shade = 100
	}
	l.doc.SetTextColor(shade, shade, shade)
}

// foot writes the footer of every page: the document's description and the page number.
func (l *layout) foot() {
	y := l.y
	l.grey(true)
	l.y = bottom + 5
	measure := l.measure(footSize)
	number := clusters(strconv.Itoa(l.doc.PageNo()))
	for _, line := range wrap(clusters(shape(l.footer)), textWidth-10, measure) {
		l.put(line, margin, footSize)
		l.y += footSize * lead
	}
	l.y = bottom + 5
	l.put(number, pageWidth-margin-width(number, measure), footSize)
	l.grey(false)
	l.y = y
}
