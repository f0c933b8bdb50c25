// Package captcha draws short codes as pictures that people read more easily than programs do. It slows a program down, but
// does not stop a trained one, so callers also count the attempts that follow.
package captcha

import (
	"bytes"
	cryptorand "crypto/rand"
	"fmt"
	"image/png"
	"math"
	"math/rand/v2"
)

// Twice the size shown in the popup, for high-resolution screens.
const (
	Width  = 240
	Height = 96
)

// Draw returns a new picture (PNG) of an answer in upper-case letters and digits. Letters vary in font, size, slant, rotation
// and position, and touch each other; lines in the same colour cross them.
func Draw(answer string) ([]byte, error) {
	var seed [32]byte
	_, _ = cryptorand.Read(seed[:]) // never fails
	d := &drawing{Rand: rand.New(rand.NewChaCha8(seed))}
	d.bend = d.newWarp()
	letters, err := d.letters(answer)
	if err != nil {
		return nil, fmt.Errorf("captcha: draw: %w", err)
	}
	c := newCanvas()
	for _, l := range letters {
		c.invert(l)
	}
	for range 2 {
		c.invert(d.stroke(-10, Width+10, d.between(2, 3.2)))
	}
	for range 5 + d.IntN(4) {
		from := d.between(0, Width)
		c.invert(d.stroke(from, from+d.between(10, 30), d.between(2.5, 5)))
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, c.paint(d.Rand)); err != nil {
		return nil, fmt.Errorf("captcha: encode: %w", err)
	}
	return out.Bytes(), nil
}

type drawing struct {
	*rand.Rand
	bend warp
}

// point is a position in the picture, in pixels.
type point struct{ x, y float64 }

// shape is a set of closed outlines.
type shape [][]point

// between returns a random number in a range.
func (d *drawing) between(low, high float64) float64 { return low + (high-low)*d.Float64() }

// letters places the letters of an answer: each overlaps its neighbour a little, and the word is at a random position.
func (d *drawing) letters(answer string) ([]shape, error) {
	letters, right := make([]shape, 0, len(answer)), 0.0
	for _, r := range answer {
		outline, err := d.letter(r, d.between(58, 74))
		if err != nil {
			return nil, err
		}
		low, high := outline.extent()
		wide := high.x - low.x
		right -= wide * d.between(0.01, 0.09)
		letters = append(letters, outline.move(right-low.x, 0))
		right += wide
	}
	first, _ := letters[0].extent()
	room := Width - (right - first.x)
	start := d.between(min(4, room/2), max(room-4, room/2)) - first.x
	for i, l := range letters {
		letters[i] = d.bend.apply(l.move(start, Height/2+d.between(-8, 8)))
	}
	return letters, nil
}

// letter returns the outline of one letter around the origin, in a random font, rotated, slanted and stretched.
func (d *drawing) letter(r rune, size float64) (shape, error) {
	outline, err := outlineOf(fonts[d.IntN(len(fonts))], r)
	if err != nil {
		return nil, err
	}
	turn, slant := d.between(-0.32, 0.32), d.between(-0.25, 0.25)
	wide, tall := size*d.between(0.88, 1.18), size*d.between(0.88, 1.12)
	sin, cos := math.Sincos(turn)
	return outline.each(func(p point) point {
		x, y := (p.x+slant*p.y)*wide, p.y*tall
		return point{x*cos - y*sin, x*sin + y*cos}
	}), nil
}

// stroke returns a wavy line of some width from one x to another.
func (d *drawing) stroke(from, to, width float64) shape {
	y, swing := d.between(0.2, 0.8)*Height, d.between(5, 16)
	turns, phase, tilt := d.between(0.01, 0.03), d.Float64()*2*math.Pi, d.between(-0.2, 0.2)
	var above, below []point
	for x := from; x <= to; x += 3 {
		middle := y + tilt*(x-(from+to)/2) + swing*math.Sin(phase+turns*x*2*math.Pi/3)
		above = append(above, point{x, middle - width/2})
		below = append(below, point{x, middle + width/2})
	}
	for i := len(below) - 1; i >= 0; i-- {
		above = append(above, below[i])
	}
	return shape{above}
}

// warp distorts the whole picture: each point is shifted along two waves.
type warp struct{ deepX, deepY, longX, longY, phaseX, phaseY float64 }

func (d *drawing) newWarp() warp {
	return warp{
		deepX: d.between(2, 4), longX: d.between(45, 90), phaseX: d.Float64() * 2 * math.Pi,
		deepY: d.between(3, 6), longY: d.between(60, 120), phaseY: d.Float64() * 2 * math.Pi,
	}
}

func (w warp) apply(s shape) shape {
	return s.each(func(p point) point {
		return point{
			p.x + w.deepX*math.Sin(w.phaseX+2*math.Pi*p.y/w.longX),
			p.y + w.deepY*math.Sin(w.phaseY+2*math.Pi*p.x/w.longY),
		}
	})
}
