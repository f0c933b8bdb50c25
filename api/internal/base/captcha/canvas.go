package captcha

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"

	"golang.org/x/image/vector"
)

// canvas is the ink coverage of each pixel, from 0 to 1.
type canvas struct{ ink [Width * Height]float64 }

func newCanvas() *canvas { return &canvas{} }

// invert swaps ink and background within a shape: where two shapes cross, both keep their edges, so a shape cannot be isolated
// by its colour.
func (c *canvas) invert(s shape) {
	r := vector.NewRasterizer(Width, Height)
	for _, line := range s {
		r.MoveTo(float32(line[0].x), float32(line[0].y))
		for _, p := range line[1:] {
			r.LineTo(float32(p.x), float32(p.y))
		}
		r.ClosePath()
	}
	mask := image.NewAlpha(image.Rect(0, 0, Width, Height))
	r.DrawOp = draw.Src
	r.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	for i, covered := range mask.Pix {
		a, b := c.ink[i], float64(covered)/255
		c.ink[i] = a + b - 2*a*b
	}
}

// paint colours ink and background, each with a gradient over the picture.
func (c *canvas) paint(r *rand.Rand) image.Image {
	dark, light := [2][3]float64{shade(r, 20, 95), shade(r, 20, 95)}, [2][3]float64{shade(r, 205, 250), shade(r, 205, 250)}
	ink, ground := dark, light
	if r.IntN(2) == 0 {
		ink, ground = light, dark
	}
	sin, cos := math.Sincos(r.Float64() * 2 * math.Pi)
	picture := image.NewRGBA(image.Rect(0, 0, Width, Height))
	for i, covered := range c.ink {
		x, y := i%Width, i/Width
		along := 0.5 + (float64(x-Width/2)*cos+float64(y-Height/2)*sin)/Width
		var pixel [3]uint8
		for k := range pixel {
			from := ground[0][k] + (ground[1][k]-ground[0][k])*along
			to := ink[0][k] + (ink[1][k]-ink[0][k])*along
			pixel[k] = uint8(min(max(from+(to-from)*covered, 0), 255))
		}
		picture.SetRGBA(x, y, color.RGBA{pixel[0], pixel[1], pixel[2], 255})
	}
	return picture
}

// shade returns a random colour whose components are in a range.
func shade(r *rand.Rand, low, high float64) (c [3]float64) {
	for k := range c {
		c[k] = low + (high-low)*r.Float64()
	}
	return c
}
