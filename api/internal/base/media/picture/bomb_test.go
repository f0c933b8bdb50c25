package picture_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media/picture"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/picturetest"
)

func TestDecompressionBombsAreRejectedByHeader(t *testing.T) {
	t.Parallel()
	_, err := upright(picturetest.Scans(512, 10))
	require.NoError(t, err, "a usual number of scans must be accepted")
	for name, c := range map[string]struct {
		raw  []byte
		want reason.Reason
	}{
		"400 scans of 25 megapixels":    {picturetest.Scans(5000, 400), reason.FileBroken},
		"many scans of a small picture": {picturetest.Scans(64, picture.MaxScans+1), reason.FileBroken},
		"few scans of a large picture":  {picturetest.Scans(6300, 13), reason.FileBroken},
		"16 bits a channel":             {picturetest.DeepPNG(6000, 6600), reason.FileTooManyPixels},
		"one scan of a large picture":   {picturetest.Scans(6300, 1), reason.FileTooManyPixels},
	} {
		require.Less(t, len(c.raw), 1<<20, name)
		began := time.Now()
		_, err := upright(c.raw)
		require.Equal(t, c.want, reason.Of(err), name)
		require.Less(t, time.Since(began), time.Second, name)
	}
	_, err = picture.Check(picturetest.PNG(5000, 6600))
	require.NoError(t, err, "8 bits per channel must be accepted")
}

// A picture that passes all checks of the header but takes too long is killed.
func TestDecodingIsKilledAfterTimeout(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	began := time.Now()
	_, err := picture.Elsewhere(ctx, picturetest.Scans(5000, 20_000), picture.MaxSide)
	require.Equal(t, reason.SystemBusy, reason.Of(err))
	require.Less(t, time.Since(began), 10*time.Second)
}
