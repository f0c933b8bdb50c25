package captcha

import (
	"fmt"
	"math"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/gomonobolditalic"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

var fonts = parse(gobold.TTF, gobolditalic.TTF, gomedium.TTF, gomonobold.TTF, gomonobolditalic.TTF)

func parse(files ...[]byte) []*sfnt.Font {
	parsed := make([]*sfnt.Font, len(files))
	for i, file := range files {
		var err error
		if parsed[i], err = sfnt.Parse(file); err != nil {
			panic(err) // The files are embedded in the program.
		}
	}
	return parsed
}

// unit is the size at which outlines are loaded.
const unit = 1000

// outlineOf returns the outline of a letter, scaled to an em of 1, around the origin. It consists of short lines, so that it
// can be warped.
func outlineOf(f *sfnt.Font, r rune) (shape, error) {
	var b sfnt.Buffer
	glyph, err := f.GlyphIndex(&b, r)
	if err != nil {
		return nil, fmt.Errorf("glyph of %q: %w", r, err)
	}
	if glyph == 0 {
		return nil, fmt.Errorf("no glyph of %q", r)
	}
	segments, err := f.LoadGlyph(&b, glyph, fixed.I(unit), nil)
	if err != nil {
		return nil, fmt.Errorf("outline of %q: %w", r, err)
	}
	var s shape
	for _, segment := range segments {
		at := func(i int) point {
			return point{float64(segment.Args[i].X) / 64 / unit, float64(segment.Args[i].Y) / 64 / unit}
		}
		if segment.Op == sfnt.SegmentOpMoveTo {
			s = append(s, []point{at(0)})
			continue
		}
		line := &s[len(s)-1]
		from := (*line)[len(*line)-1]
		switch segment.Op {
		case sfnt.SegmentOpQuadTo:
			*line = append(*line, curve(from, at(0), at(1))...)
		case sfnt.SegmentOpCubeTo:
			// The fonts are TrueType, which has no cubic curves.
			return nil, fmt.Errorf("cubic outline of %q", r)
		default:
			to := at(0)
			*line = append(*line, curve(from, point{(from.x + to.x) / 2, (from.y + to.y) / 2}, to)...)
		}
	}
	low, high := s.extent()
	return s.move(-(low.x+high.x)/2, -(low.y+high.y)/2), nil
}

// curve returns points on the quadratic curve from a to c with control point b; a is not included.
func curve(a, b, c point) []point {
	const steps = 8
	way := make([]point, steps)
	for i := range way {
		t := float64(i+1) / steps
		u := 1 - t
		way[i] = point{u*u*a.x + 2*u*t*b.x + t*t*c.x, u*u*a.y + 2*u*t*b.y + t*t*c.y}
	}
	return way
}

func (s shape) each(change func(point) point) shape {
	changed := make(shape, len(s))
	for i, line := range s {
		changed[i] = make([]point, len(line))
		for j, p := range line {
			changed[i][j] = change(p)
		}
	}
	return changed
}

func (s shape) move(x, y float64) shape {
	return s.each(func(p point) point { return point{p.x + x, p.y + y} })
}

// extent returns the corners of the bounding box, with the lowest and with the highest coordinates.
func (s shape) extent() (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, line := range s {
		for _, p := range line {
			low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	return low, high
}
