package api

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"slices"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

func fileCalls(a *API) {
	server.Raw(a.Server, "fileUpload", a.fileUpload)
	server.Raw(a.Server, "fileGet", a.fileGet)
}

// uploadable are the kinds of pictures that a borrower may upload with this call.
var uploadable = []media.Kind{media.Identity, media.Passbook, media.Proof, media.Complaint}

// fileUpload stores one picture and responds with its opaque id.
func (a *API) fileUpload(ctx context.Context, c server.Caller, r *server.Request) error {
	leave, err := r.EnterUpload(ctx, c)
	if err != nil {
		return err
	}
	defer leave()
	kind, picture, err := readUpload(r)
	if err != nil {
		return err
	}
	ctx, done := r.Arrived(ctx)
	defer done()
	if !slices.Contains(uploadable, kind) {
		return reason.InvalidField("kind", reason.FieldNotOffered)
	}
	if err := a.within(ctx, reason.FileTooMany, uploads(c)); err != nil {
		return err
	}
	if kind == media.Identity {
		if err := member.RequireConsents(ctx, a.Services.Pool, c.MemberID, member.DataConsents...); err != nil {
			return err
		}
	}
	id, err := a.Services.Media.PutPicture(ctx, a.Services.Pool, c.MemberID, c.DeviceID, kind, picture, a.Services.Clock.Now())
	if err != nil {
		return err
	}
	return r.Succeed(contract.FileData{FileID: id})
}

// readUpload reads the two parts of the form and refuses any other part.
func readUpload(r *server.Request) (media.Kind, []byte, error) {
	mediaType, params, err := mime.ParseMediaType(r.Header("Content-Type"))
	if err != nil || mediaType != "multipart/form-data" {
		return "", nil, reason.New(reason.UnsupportedMedia)
	}
	form := multipart.NewReader(r.Stream(), params["boundary"])
	parts := map[string][]byte{}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", nil, server.Unreadable(err)
		}
		name := part.FormName()
		if _, twice := parts[name]; twice || (name != "kind" && name != "file") {
			return "", nil, reason.New(reason.InvalidParameter)
		}
		if parts[name], err = io.ReadAll(part); err != nil {
			return "", nil, server.Unreadable(err)
		}
	}
	if parts["kind"] == nil {
		return "", nil, reason.InvalidField("kind", reason.FieldRequired)
	}
	if len(parts["file"]) == 0 {
		return "", nil, reason.New(reason.FileMissing)
	}
	return media.Kind(parts["kind"]), parts["file"], nil
}

// fileGet sends a file to its owner only. A browser never renders it as a page.
func (a *API) fileGet(ctx context.Context, c server.Caller, r *server.Request) error {
	id, err := uuid.Parse(r.Param("id"))
	if err != nil {
		return reason.New(reason.FileNotFound)
	}
	file, err := a.Services.Media.ReadOwn(ctx, a.Services.Pool, c.MemberID, c.DeviceID, id, a.Services.Clock.Now())
	if reason.Of(err) == reason.FileNotFound {
		if made, failed := a.receiptFile(ctx, c, id); reason.Of(failed) != reason.ReceiptNotFound {
			file, err = made, failed
		}
	}
	if err != nil {
		return err
	}
	return r.SendFile(id.String(), file.Mime, file.Content)
}

// receiptFile returns the PDF of a payment's receipt, which is made when it is first fetched. It returns
// ReceiptNotFound for any other id.
func (a *API) receiptFile(ctx context.Context, c server.Caller, payment uuid.UUID) (media.File, error) {
	made, err := a.Services.Documents.Receipt(ctx, a.Services.Pay, c.MemberID, payment, c.Lang)
	if err != nil {
		return media.File{}, err
	}
	return a.Services.Media.ReadOwn(ctx, a.Services.Pool, c.MemberID, c.DeviceID, made.ID, a.Services.Clock.Now())
}
