// Package picturetest creates pictures that are small to send but expensive to decode.
package picturetest

import (
	"encoding/binary"
	"hash/crc32"
)

// Scans returns a progressive JPEG, grey and square, with a number of scans over all of its blocks. A run of 32767 empty blocks
// takes 15 bits, so a scan of 25 megapixels takes forty bytes.
func Scans(side, times int) []byte {
	out := []byte{0xff, 0xd8, 0xff, 0xc2, 0, 11, 8}
	out = binary.BigEndian.AppendUint16(out, uint16(side))
	out = binary.BigEndian.AppendUint16(out, uint16(side))
	out = append(out, 1, 1, 0x11, 0)
	// One code of one bit: an end-of-band run whose length is in the next 14 bits.
	out = append(out, 0xff, 0xc4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0)
	blocks := (side + 7) / 8 * ((side + 7) / 8)
	var run []byte
	var bits, n uint32
	for range (blocks + 32766) / 32767 {
		for bit := range 15 {
			bits <<= 1
			if bit > 0 {
				bits |= 1
			}
			if n++; n == 8 {
				run = append(run, byte(bits))
				if byte(bits) == 0xff {
					run = append(run, 0)
				}
				bits, n = 0, 0
			}
		}
	}
	run = append(run, byte(bits<<(8-n)))
	for range times {
		out = append(out, 0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0)
		out = append(out, run...)
	}
	return append(out, 0xff, 0xd9)
}

// DeepPNG returns the beginning of a PNG with four channels of 16 bits.
func DeepPNG(w, h uint32) []byte {
	raw := PNG(w, h)
	raw[24] = 16
	binary.BigEndian.PutUint32(raw[29:], crc32.ChecksumIEEE(raw[12:29]))
	return raw
}

// PNG returns the beginning of a PNG whose header claims w × h pixels.
func PNG(w, h uint32) []byte {
	out := []byte("\x89PNG\r\n\x1a\n")
	body := binary.BigEndian.AppendUint32([]byte("IHDR"), w)
	body = binary.BigEndian.AppendUint32(body, h)
	body = append(body, 8, 6, 0, 0, 0)
	out = binary.BigEndian.AppendUint32(out, uint32(len(body)-4))
	out = append(out, body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
}
