package picture

import (
	"context"
	"encoding/binary"
	"hash/crc32"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// scans is a progressive JPEG, grey and square, that goes over all of its blocks as often as it is told to. A run of
// 32767 empty blocks takes 15 bits, so that a scan of 25 megapixels takes forty bytes.
func scans(side, times int) []byte {
	out := []byte{0xff, 0xd8, 0xff, 0xc2, 0, 11, 8}
	out = binary.BigEndian.AppendUint16(out, uint16(side))
	out = binary.BigEndian.AppendUint16(out, uint16(side))
	out = append(out, 1, 1, 0x11, 0)
	// One code of one bit: an end of bands whose length stands in the next 14 bits.
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

// deep is the beginning of a PNG of four channels of 16 bits.
func deep(w, h uint32) []byte {
	raw := bomb(w, h)
	raw[24] = 16
	binary.BigEndian.PutUint32(raw[29:], crc32.ChecksumIEEE(raw[12:29]))
	return raw
}

func TestBombsAreRefusedBeforeTheyAreOpened(t *testing.T) {
	t.Parallel()
	_, err := upright(scans(512, 10))
	require.NoError(t, err, "as many scans as programs write")
	for name, c := range map[string]struct {
		raw  []byte
		want reason.Reason
	}{
		"400 scans of 25 megapixels":       {scans(5000, 400), reason.FileBroken},
		"many scans of a small picture":    {scans(64, maxScans+1), reason.FileBroken},
		"few scans of a large one":         {scans(6300, 13), reason.FileBroken},
		"16 bits a channel":                {deep(6000, 6600), reason.FileTooManyPixels},
		"what a last scan has to wait for": {scans(6300, 1), reason.FileTooManyPixels},
	} {
		require.Less(t, len(c.raw), 1<<20, name)
		began := time.Now()
		_, err := upright(c.raw)
		require.Equal(t, c.want, reason.Of(err), name)
		require.Less(t, time.Since(began), time.Second, name)
	}
	_, err = check(bomb(5000, 6600))
	require.NoError(t, err, "8 bits a channel are what screens have")
}

// What passes every look at the header is ended by force.
func TestAPictureThatTakesTooLongIsEnded(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	began := time.Now()
	_, err := elsewhere(ctx, scans(5000, 20_000), MaxSide)
	require.Equal(t, reason.SystemBusy, reason.Of(err))
	require.Less(t, time.Since(began), 10*time.Second)
}

func TestOneSenderTakesOnePlace(t *testing.T) {
	t.Parallel()
	p := newPlaces()
	leave, err := p.enter(t.Context(), "mallory", 1)
	require.NoError(t, err)
	late, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = p.enter(late, "mallory", 1)
	require.Equal(t, reason.SystemBusy, reason.Of(err))
	other, err := p.enter(t.Context(), "lan", 1)
	require.NoError(t, err, "somebody else goes on")
	other()
	leave()
	leave, err = p.enter(t.Context(), "mallory", 2*maxMemory)
	require.NoError(t, err)
	leave()
	require.Empty(t, p.senders)
}
