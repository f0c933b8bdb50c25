// Package pdf writes the documents that borrowers keep, in every language of the product. It knows headings, paragraphs and
// rows of label and value, and nothing of what they say.
package pdf

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// Mime is what a document is served as.
const Mime = "application/pdf"

// Document is a document on A4.
type Document struct {
	Lang  lang.Lang
	Title string
	// Subtitle stands under the title, for a number.
	Subtitle string
	Parts    []Part
	// Footer stands on every page beside the page number.
	Footer string
	// At is the document's date of creation.
	At time.Time
}

// Part is a heading with paragraphs, rows, or both.
type Part struct {
	Heading    string
	Paragraphs []string
	Rows       []Row
}

// Row is a label with its value at the right; Strong is for a total.
type Row struct {
	Label, Value string
	Strong       bool
}

// Render writes a document.
func Render(p Document) ([]byte, error) {
	doc := fpdf.New("P", "mm", "A4", "")
	doc.SetCatalogSort(true)
	doc.SetCreationDate(p.At.UTC())
	doc.SetModificationDate(p.At.UTC())
	doc.SetTitle(p.Title, true)
	doc.SetLang(p.Lang.Tag())
	doc.SetMargins(margin, margin, margin)
	doc.SetAutoPageBreak(false, 0)
	doc.AddUTF8FontFromBytes(string(paper), "", paperFont)
	for _, extra := range p.extraFaces() {
		doc.AddUTF8FontFromBytes(string(extra), "", extraFaces[extra])
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

// extraFaces are the fonts that a document needs beside that of papers, in an order of their own.
func (d Document) extraFaces() []face {
	var needed []face
	texts := []string{d.Title, d.Subtitle, d.Footer}
	for _, part := range d.Parts {
		texts = append(texts, part.Heading)
		texts = append(texts, part.Paragraphs...)
		for _, row := range part.Rows {
			texts = append(texts, row.Label, row.Value)
		}
	}
	for _, text := range texts {
		for _, r := range text {
			if f := faceOf(r); f != paper && !slices.Contains(needed, f) {
				needed = append(needed, f)
			}
		}
	}
	slices.Sort(needed)
	return needed
}
