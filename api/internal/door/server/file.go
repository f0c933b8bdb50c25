package server

import (
	"mime"

	"github.com/gofiber/fiber/v3"
)

// headerResourcePolicy says which origins may load a response as a picture, a script or a frame.
const headerResourcePolicy = "Cross-Origin-Resource-Policy"

// endings are the file name extensions by media type.
var endings = map[string]string{"image/jpeg": ".jpg", "image/png": ".png", "application/pdf": ".pdf"}

// SendFile responds with one of the borrower's own files, under our file name with the extension of its type. A browser
// saves it and never shows it as a page of ours.
func (r *Request) SendFile(name, mediaType string, content []byte) error {
	return r.send("attachment", name, mediaType, content)
}

// SendPicture responds with a picture for an <img>. The pages of the native shells, which have another origin, may show
// it too.
func (r *Request) SendPicture(name, mediaType string, content []byte) error {
	AnyOrigin(r.c)
	return r.send("inline", name, mediaType, content)
}

// send responds with bytes that are not JSON. They belong to one borrower and must not be cached.
func (r *Request) send(disposition, name, mediaType string, content []byte) error {
	NoStore(r.c)
	r.c.Set(fiber.HeaderContentType, mediaType)
	r.c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType(disposition, map[string]string{"filename": name + endings[mediaType]}))
	return r.c.Send(content)
}

// AnyOrigin lets pages of every origin load the response.
func AnyOrigin(c fiber.Ctx) { c.Set(headerResourcePolicy, "cross-origin") }
