package picture

import (
	"bytes"
	"encoding/binary"
	"image"
)

// untouched is the EXIF orientation of an upright picture.
const untouched = 1

// orientationTag is EXIF's tag 0x0112, a SHORT of 1 to 8.
const orientationTag = 0x0112

// orientation reads the orientation of the camera; an unreadable one counts as upright. It parses only this tag: EXIF libraries
// parse the whole of an untrusted block.
func orientation(raw []byte, format string) int {
	switch format {
	case "jpeg":
		return exifOrientation(jpegEXIF(raw))
	case "webp":
		return exifOrientation(bytes.TrimPrefix(webpEXIF(raw), []byte("Exif\x00\x00")))
	}
	return untouched
}

// jpegEXIF returns the TIFF block of the first EXIF segment before the image data.
func jpegEXIF(raw []byte) []byte {
	for at := 2; at+4 <= len(raw) && raw[at] == 0xff; {
		marker, size := raw[at+1], int(binary.BigEndian.Uint16(raw[at+2:]))
		if marker == 0xda || size < 2 || at+2+size > len(raw) {
			return nil
		}
		segment := raw[at+4 : at+2+size]
		if block, found := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); marker == 0xe1 && found {
			return block
		}
		at += 2 + size
	}
	return nil
}

// webpEXIF returns the EXIF chunk of a RIFF file.
func webpEXIF(raw []byte) []byte {
	for at := 12; at+8 <= len(raw); {
		size := int(binary.LittleEndian.Uint32(raw[at+4:]))
		if size > len(raw)-at-8 {
			return nil
		}
		if string(raw[at:at+4]) == "EXIF" {
			return raw[at+8 : at+8+size]
		}
		at += 8 + size + size%2
	}
	return nil
}

// exifOrientation searches the first directory of a TIFF block.
func exifOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return untouched
	}
	var order binary.ByteOrder = binary.LittleEndian
	if string(tiff[:2]) == "MM" {
		order = binary.BigEndian
	}
	start := uint64(order.Uint32(tiff[4:]))
	if start+2 > uint64(len(tiff)) {
		return untouched
	}
	entries := tiff[start+2:]
	for range order.Uint16(tiff[start:]) {
		if len(entries) < 12 {
			return untouched
		}
		if order.Uint16(entries) == orientationTag {
			if o := int(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			return untouched
		}
		entries = entries[12:]
	}
	return untouched
}

// turn rotates or mirrors a picture to be upright. Orientations 5 to 8 swap width and height.
func turn(in *image.RGBA, orientation int) *image.RGBA {
	if orientation == untouched {
		return in
	}
	w, h := in.Bounds().Dx(), in.Bounds().Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			tx, ty := place(orientation, x, y, w, h)
			copy(out.Pix[out.PixOffset(tx, ty):][:4], in.Pix[in.PixOffset(x, y):][:4])
		}
	}
	return out
}

// place returns the new position of a pixel of a w × h picture.
func place(orientation, x, y, w, h int) (tx, ty int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	case 8:
		return y, w - 1 - x
	}
	return x, y
}
