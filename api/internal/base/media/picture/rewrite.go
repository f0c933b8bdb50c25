package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"

	"golang.org/x/image/draw"
)

const quality = 88

// rewrite decodes a picture and encodes it as JPEG: upright, transparent parts on white, no side longer than side.
func rewrite(raw []byte, side int) ([]byte, error) {
	picture, format, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, turn(flatten(picture, side), orientation(raw, format)), &jpeg.Options{Quality: quality})
	return out.Bytes(), err
}

// flatten draws the picture on a white background, scaled so that no side is longer than side.
func flatten(picture image.Image, side int) *image.RGBA {
	from := picture.Bounds()
	width, height := from.Dx(), from.Dy()
	if longest := max(width, height); longest > side {
		width, height = max(1, width*side/longest), max(1, height*side/longest)
	}
	flat := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(flat, flat.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	if width == from.Dx() {
		draw.Draw(flat, flat.Bounds(), picture, from.Min, draw.Over)
	} else {
		draw.ApproxBiLinear.Scale(flat, flat.Bounds(), picture, from, draw.Over, nil)
	}
	return flat
}
