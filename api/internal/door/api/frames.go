package api

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

const (
	framesMin, framesMax = 3, 6
	// frameLimit is the largest frame.
	frameLimit = 200 << 10
	// wordLimit is the longest token or nonce.
	wordLimit = 64
)

// frameForm is what a call with frames of a face check brings.
type frameForm struct {
	token     string
	stepNonce string
	frames    [][]byte
}

// readFrames reads the form piece by piece, when there is room for it. What is too long is refused before the rest of
// it is read.
func (a *API) readFrames(ctx context.Context, c server.Caller, r *server.Request) (frameForm, error) {
	var form frameForm
	mediaType, params, err := mime.ParseMediaType(r.Header("Content-Type"))
	if err != nil || mediaType != "multipart/form-data" {
		return form, reason.New(reason.UnsupportedMedia)
	}
	leave, err := r.EnterUpload(ctx, c)
	if err != nil {
		return form, err
	}
	defer leave()
	parts := multipart.NewReader(r.Stream(), params["boundary"])
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return form, nil
		}
		if err != nil {
			return form, server.Unreadable(err)
		}
		switch part.FormName() {
		case "faceToken":
			form.token, err = word(part, form.token)
		case "stepNonce":
			form.stepNonce, err = word(part, form.stepNonce)
		case "frame":
			var frame []byte
			if len(form.frames) == framesMax {
				return form, reason.InvalidField("frame", reason.FieldTooMany)
			}
			frame, err = atMost(part, frameLimit)
			form.frames = append(form.frames, frame)
		default:
			err = reason.New(reason.InvalidParameter)
		}
		if err != nil {
			return form, err
		}
	}
}

// word reads a short field, once.
func word(part io.Reader, before string) (string, error) {
	if before != "" {
		return "", reason.New(reason.InvalidParameter)
	}
	raw, err := atMost(part, wordLimit)
	return string(raw), err
}

// atMost reads a part; a longer one is TooLarge.
func atMost(part io.Reader, limit int) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(part, int64(limit)+1))
	switch {
	case err != nil:
		return nil, server.Unreadable(err)
	case len(raw) > limit:
		return nil, reason.New(reason.TooLarge)
	}
	return raw, nil
}

// check says what is missing.
func (f frameForm) check(least, most int) error {
	switch {
	case f.token == "":
		return reason.InvalidField("faceToken", reason.FieldRequired)
	case len(f.frames) < least:
		return reason.InvalidField("frame", reason.FieldTooFew)
	case len(f.frames) > most:
		return reason.InvalidField("frame", reason.FieldTooMany)
	}
	return nil
}
