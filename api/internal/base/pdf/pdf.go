// Package pdf writes the documents that borrowers keep, in every language of the product. It handles headings, paragraphs and
// rows of label and value, but not their content.
package pdf

import (
	"bytes"
	"fmt"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// Mime is the content type of a document.
const Mime = "application/pdf"

// Document is an A4 document.
type Document struct {
	Lang  lang.Lang
	Title string
	// Subtitle is shown below the title, for a number.
	Subtitle string
	Parts    []Part
	// Footer is shown on every page beside the page number.
	Footer string
	// At is the document's creation date.
	At time.Time
}

// Part is a heading with paragraphs, rows, or both.
type Part struct {
	Heading    string
	Paragraphs []string
	Rows       []Row
}

// Row is a label with its value on the right; Strong is for a total.
type Row struct {
	Label, Value string
	Strong       bool
}

// Render returns a document as PDF.
func Render(p Document) ([]byte, error) {
	doc := fpdf.New("P", "mm", "A4", "")
	doc.SetCatalogSort(true)
	doc.SetCreationDate(p.At.UTC())
	doc.SetModificationDate(p.At.UTC())
	doc.SetTitle(p.Title, true)
	doc.SetLang(p.Lang.Tag())
	doc.SetMargins(margin, margin, margin)
	doc.SetAutoPageBreak(false, 0)
	needed := p.families()
	for _, f := range families {
		if needed[f.family] {
			// Clone the font: fpdf modifies the slice (getMetrics appends to a part of it).
			doc.AddUTF8FontFromBytes(string(f.family), "", bytes.Clone(f.file))
		}
	}
	l := &layout{doc: doc, footer: p.Footer, widths: map[cluster]float64{}}
	doc.SetFooterFunc(l.foot)
	l.page()
	l.write(p)
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	return out.Bytes(), nil
}

// families returns the fonts that a document needs; the page numbers use the base font.
func (d Document) families() map[family]bool {
	needed := map[family]bool{base: true}
	texts := []string{d.Title, d.Subtitle, d.Footer}
	for _, part := range d.Parts {
		texts = append(texts, part.Heading)
		texts = append(texts, part.Paragraphs...)
		for _, row := range part.Rows {
			texts = append(texts, row.Label, row.Value)
		}
	}
	for _, text := range texts {
		for _, c := range clusters(text) {
			needed[c.family] = true
		}
	}
	return needed
}
