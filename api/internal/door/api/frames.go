package api

import (
	"context"
	"errors"
	"io"
	"math"
	"mime"
	"mime/multipart"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

const (
	framesMin, framesMax = 3, 6
	// maxFrameSize is the maximum size of a frame in bytes.
	maxFrameSize = 200 << 10
	// maxWordLength is the maximum length of a token or nonce.
	maxWordLength = 64
	// maxWordsSize is how much of a form is read before its owner is known: its short fields and the part headers.
	maxWordsSize = 16 << 10
)

// frameForm is the form of a call with frames of a face check.
type frameForm struct {
	token     string
	stepNonce string
	frames    [][]byte
	// of is the check of the token, as read before the frames.
	of face.Check
}

// readFrames reads the form piece by piece: first the short fields, of which the token must come before the frames,
// then the frames when there is room for them. Only the owner of a check gets room. A form that is too long is refused
// before the rest is read.
func (a *API) readFrames(ctx context.Context, c server.Caller, r *server.Request) (frameForm, error) {
	var form frameForm
	mediaType, params, err := mime.ParseMediaType(r.Header("Content-Type"))
	if err != nil || mediaType != "multipart/form-data" {
		return form, reason.New(reason.UnsupportedMedia)
	}
	stream := &bounded{from: r.Stream(), left: maxWordsSize}
	parts := multipart.NewReader(stream, params["boundary"])
	leave := func() {}
	defer func() { leave() }()
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
			if len(form.frames) == 0 {
				leave, err = a.letIn(ctx, c, r, &form)
				stream.left = math.MaxInt
			}
			if err != nil {
				return form, err
			}
			var frame []byte
			if len(form.frames) == framesMax {
				return form, reason.InvalidField("frame", reason.FieldTooMany)
			}
			frame, err = atMost(part, maxFrameSize)
			form.frames = append(form.frames, frame)
		default:
			err = reason.New(reason.InvalidParameter)
		}
		if err != nil {
			return form, err
		}
	}
}

// letIn waits for room for a form's frames, as an upload of the check's member.
func (a *API) letIn(ctx context.Context, c server.Caller, r *server.Request, form *frameForm) (leave func(), err error) {
	leave = func() {}
	if form.token == "" {
		return leave, reason.InvalidField("faceToken", reason.FieldRequired)
	}
	if form.of, err = a.Services.Faces.Check(ctx, form.token); err != nil {
		return leave, err
	}
	c.MemberID = form.of.MemberID
	entered, err := r.EnterUpload(ctx, c)
	if err != nil {
		return leave, err
	}
	return entered, nil
}

// bounded is a reader that fails once its limit is reached. The limit is raised when the owner is known.
type bounded struct {
	from io.Reader
	left int
}

func (b *bounded) Read(into []byte) (int, error) {
	if b.left <= 0 {
		return 0, reason.New(reason.TooLarge)
	}
	n, err := b.from.Read(into[:min(len(into), b.left)])
	b.left -= n
	return n, err
}

// word reads a short field that may occur only once.
func word(part io.Reader, before string) (string, error) {
	if before != "" {
		return "", reason.New(reason.InvalidParameter)
	}
	raw, err := atMost(part, maxWordLength)
	return string(raw), err
}

// atMost reads a part. A part above the limit returns TooLarge.
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

// check returns an error if something is missing or there are too many frames.
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
