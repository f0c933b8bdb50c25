package pages

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The house of icon.svg: strokes on a square of 48 units, each from point to point.
const (
	iconUnits  = 48.0
	iconStroke = 2.6
)

var iconStrokes = [][4]float64{
	{12, 33, 12, 19.5}, {12, 19.5, 24, 12}, {24, 12, 36, 19.5}, {36, 19.5, 36, 33},
	{18, 33, 18, 25}, {24, 33, 24, 25}, {30, 33, 30, 25}, {10, 37, 38, 37},
}

// drawIcon draws the icon in a product's colour as a PNG with the given side in pixels.
func drawIcon(theme string, side int) ([]byte, error) {
	brand := parseColour(theme)
	picture := image.NewRGBA(image.Rect(0, 0, side, side))
	unit := iconUnits / float64(side)
	for y := range side {
		for x := range side {
			colour := mix(brand, white, covered((float64(x)+0.5)*unit, (float64(y)+0.5)*unit, unit))
			picture.SetRGBA(x, y, color.RGBA{uint8(math.Round(colour[0])), uint8(math.Round(colour[1])), uint8(math.Round(colour[2])), 255})
		}
	}
	var out bytes.Buffer
	err := png.Encode(&out, picture)
	return out.Bytes(), err
}

// covered returns the part of a pixel of the given width that a stroke covers, from 0 to 1.
func covered(x, y, pixel float64) float64 {
	nearest := math.Inf(1)
	for _, s := range iconStrokes {
		nearest = min(nearest, distance(x, y, s))
	}
	return max(0, min(1, (iconStroke/2-nearest)/pixel+0.5))
}

// distance returns the distance of a point from the centre line of a stroke.
func distance(x, y float64, s [4]float64) float64 {
	dx, dy := s[2]-s[0], s[3]-s[1]
	along := max(0, min(1, ((x-s[0])*dx+(y-s[1])*dy)/(dx*dx+dy*dy)))
	return math.Hypot(x-s[0]-along*dx, y-s[1]-along*dy)
}
