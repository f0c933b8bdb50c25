package picture_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media/picture"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/picturetest"
)

// quarters returns a picture whose four corners show how it was rotated.
func quarters(w, h int) *image.RGBA {
	drawn := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{A: 255}
			if x >= w/2 {
				c.R = 255
			}
			if y >= h/2 {
				c.G = 255
			}
			drawn.SetRGBA(x, y, c)
		}
	}
	return drawn
}

// upright decodes a picture as a new sender.
func upright(raw []byte) ([]byte, error) {
	return decoder.Upright(context.Background(), rand.Text(), raw, 0)
}

var decoder = picture.NewDecoder()

func asJPEG(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, picture, &jpeg.Options{Quality: 95}))
	return b.Bytes()
}

func asPNG(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, picture))
	return b.Bytes()
}

// withEXIF inserts an EXIF segment with an orientation and a text after the JPEG's first marker.
func withEXIF(raw []byte, order binary.AppendByteOrder, orientation uint16) []byte {
	mark := "II*\x00"
	if order == binary.BigEndian {
		mark = "MM\x00*"
	}
	tiff := order.AppendUint32([]byte(mark), 8)
	tiff = order.AppendUint16(tiff, 2)
	tiff = append(tiff, make([]byte, 12)...)
	tiff = order.AppendUint16(tiff, picture.OrientationTag)
	tiff = order.AppendUint16(tiff, 3)
	tiff = order.AppendUint32(tiff, 1)
	tiff = order.AppendUint16(tiff, orientation)
	tiff = append(tiff, 0, 0)
	tiff = append(tiff, "GPS 10.762622 106.660172"...)
	segment := append([]byte("Exif\x00\x00"), tiff...)
	out := append(bytes.Clone(raw[:2]), 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(segment)+2))
	out = append(out, segment...)
	return append(out, raw[2:]...)
}

// corners returns which quarter is top left, top right, bottom left and bottom right.
func corners(t *testing.T, raw []byte) [4]string {
	t.Helper()
	picture, err := jpeg.Decode(bytes.NewReader(raw))
	require.NoError(t, err)
	b := picture.Bounds()
	name := func(x, y int) string {
		r, g, _, _ := picture.At(x, y).RGBA()
		text := ""
		if g > 0x8000 {
			text += "bottom"
		} else {
			text += "top"
		}
		if r > 0x8000 {
			return text + "right"
		}
		return text + "left"
	}
	x, y := b.Dx()/4, b.Dy()/4
	return [4]string{name(x, y), name(3*x, y), name(x, 3*y), name(3*x, 3*y)}
}

func TestUprightAppliesOrientationAndRemovesEXIF(t *testing.T) {
	t.Parallel()
	plain := asJPEG(t, quarters(160, 80))
	for orientation, want := range map[uint16][4]string{
		1: {"topleft", "topright", "bottomleft", "bottomright"},
		2: {"topright", "topleft", "bottomright", "bottomleft"},
		3: {"bottomright", "bottomleft", "topright", "topleft"},
		4: {"bottomleft", "bottomright", "topleft", "topright"},
		5: {"topleft", "bottomleft", "topright", "bottomright"},
		6: {"bottomleft", "topleft", "bottomright", "topright"},
		7: {"bottomright", "topright", "bottomleft", "topleft"},
		8: {"topright", "bottomright", "topleft", "bottomleft"},
		9: {"topleft", "topright", "bottomleft", "bottomright"},
	} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			out, err := upright(withEXIF(plain, order, orientation))
			require.NoError(t, err)
			require.Equal(t, want, corners(t, out), "orientation %d", orientation)
			require.NotContains(t, string(out), "GPS")
			require.NotContains(t, string(out), "Exif")
			head, err := jpeg.DecodeConfig(bytes.NewReader(out))
			require.NoError(t, err)
			require.Equal(t, orientation >= 5 && orientation <= 8, head.Height > head.Width)
		}
	}
}

func TestPNGAndWebPAreConvertedToJPEGOnWhite(t *testing.T) {
	t.Parallel()
	out, err := upright(asPNG(t, image.NewNRGBA(image.Rect(0, 0, 64, 64))))
	require.NoError(t, err)
	picture, err := jpeg.Decode(bytes.NewReader(out))
	require.NoError(t, err)
	r, g, b, _ := picture.At(10, 10).RGBA()
	require.Greater(t, min(r, g, b), uint32(0xf000), "transparent pixels must become white")

	out, err = upright(tinyWebP(t))
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(out, []byte{0xff, 0xd8}))
}

// tinyWebP is a drawing from golang.org/x/image's own tests (BSD licence).
func tinyWebP(t testing.TB) []byte {
	t.Helper()
	raw, err := os.ReadFile("testdata/gopher.webp")
	require.NoError(t, err)
	return raw
}

func TestLargePicturesAreScaledDown(t *testing.T) {
	t.Parallel()
	out, err := upright(asJPEG(t, quarters(4000, 3000)))
	require.NoError(t, err)
	head, err := jpeg.DecodeConfig(bytes.NewReader(out))
	require.NoError(t, err)
	require.Equal(t, []int{picture.MaxSide, picture.MaxSide * 3 / 4}, []int{head.Width, head.Height})
	require.Equal(t, [4]string{"topleft", "topright", "bottomleft", "bottomright"}, corners(t, out))
}

func TestUnusablePicturesAreRejectedWithReason(t *testing.T) {
	t.Parallel()
	whole := asJPEG(t, quarters(200, 200))
	for name, c := range map[string]struct {
		raw  []byte
		want reason.Reason
	}{
		"empty":                 {nil, reason.FileMissing},
		"too many bytes":        {make([]byte, picture.MaxBytes+1), reason.FileTooLarge},
		"text":                  {[]byte("%PDF-1.7 is no picture at all"), reason.FileTypeWrong},
		"SVG":                   {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), reason.FileTypeWrong},
		"GIF":                   {[]byte("GIF89a\x40\x00\x40\x00\x00\x00\x00;"), reason.FileTypeWrong},
		"HEIC":                  {[]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), reason.FileHEIC},
		"AVIF":                  {[]byte("\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif"), reason.FileTypeWrong},
		"decompression bomb":    {picturetest.PNG(50_000, 50_000), reason.FileTooManyPixels},
		"pixel count overflow":  {picturetest.PNG(1<<31-1, 1<<31-1), reason.FileBroken},
		"header without pixels": {picturetest.PNG(100, 100), reason.FileBroken},
		"truncated":             {whole[:len(whole)/2], reason.FileBroken},
		"too narrow":            {asPNG(t, quarters(16, 400)), reason.FileTooSmall},
	} {
		_, err := upright(c.raw)
		require.Equal(t, c.want, reason.Of(err), name)
	}
}

func FuzzUpright(f *testing.F) {
	f.Add(asPNG(f, quarters(40, 40)))
	f.Add(withEXIF(asJPEG(f, quarters(40, 40)), binary.LittleEndian, 6))
	f.Add(tinyWebP(f))
	f.Add(picturetest.PNG(100, 100))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if head, _, err := image.DecodeConfig(bytes.NewReader(raw)); err == nil && head.Width*head.Height > 1<<20 {
			t.Skip("large pictures only slow down the fuzzer")
		}
		out, err := upright(raw)
		if err != nil {
			require.NotEqual(t, reason.System, reason.Of(err))
			return
		}
		_, err = jpeg.Decode(bytes.NewReader(out))
		require.NoError(t, err)
	})
}
