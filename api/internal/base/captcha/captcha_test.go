package captcha

import (
	"bytes"
	"image/png"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Every character that can occur in answers has an outline in every font.
func TestEveryAnswerCharacterHasAnOutline(t *testing.T) {
	t.Parallel()
	for _, r := range secret.Characters(2_000) {
		for _, f := range fonts {
			s, err := outlineOf(f, r)
			require.NoError(t, err, "%q", r)
			low, high := s.extent()
			require.InDelta(t, 0, low.x+high.x, 1e-9, "%q must be centred on the origin", r)
			require.Greater(t, high.x-low.x, 0.1, "%q", r)
			require.Greater(t, high.y-low.y, 0.5, "%q", r)
		}
	}
	_, err := Draw("A\u0416\U0001F600B")
	require.Error(t, err, "a character without an outline must be an error")
}

func TestPicturesHaveFixedSizeAndDiffer(t *testing.T) {
	t.Parallel()
	one, err := Draw("WMWM")
	require.NoError(t, err)
	two, err := Draw("WMWM")
	require.NoError(t, err)
	require.NotEqual(t, one, two)
	config, err := png.DecodeConfig(bytes.NewReader(one))
	require.NoError(t, err)
	require.Equal(t, Width, config.Width)
	require.Equal(t, Height, config.Height)
	require.Less(t, len(one), 40<<10, "the picture must load quickly on a slow connection")
}

// A program that splits a picture into letters must not find each letter separately and in its quarter: neighbours touch,
// positions vary, and the lines across them have the same colour.
func TestLettersTouchAndChangePositions(t *testing.T) {
	t.Parallel()
	const pictures = 200
	touching, positions := 0, map[int]bool{}
	for n := range uint64(pictures) {
		d := &drawing{Rand: rand.New(rand.NewPCG(n, 1))}
		d.bend = d.newWarp()
		letters, err := d.letters("K7RM")
		require.NoError(t, err)
		for i := range letters[1:] {
			_, end := letters[i].extent()
			if next, _ := letters[i+1].extent(); next.x < end.x {
				touching++
			}
		}
		left, _ := letters[0].extent()
		_, right := letters[3].extent()
		require.Greater(t, left.x, -12.0, "the first letter must be visible")
		require.Less(t, right.x, Width+12.0, "the last letter must be visible")
		positions[int(left.x)/8] = true
	}
	require.Greater(t, touching, pictures*3*3/4)
	require.Greater(t, len(positions), 5, "the position of the first letter must vary")
}

func BenchmarkDraw(b *testing.B) {
	for b.Loop() {
		if _, err := Draw("K7RM"); err != nil {
			b.Fatal(err)
		}
	}
}
