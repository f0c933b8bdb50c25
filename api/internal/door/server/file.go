package server

import (
	"mime"

	"github.com/gofiber/fiber/v3"
)

// headerResourcePolicy says whose pages may load an answer as a picture, a script or a frame.
const headerResourcePolicy = "Cross-Origin-Resource-Policy"

// endings are those of the names under which files are kept.
var endings = map[string]string{"image/jpeg": ".jpg", "image/png": ".png", "application/pdf": ".pdf"}

// SendFile answers with a file of the borrower's own, under a name of ours with the ending of its type. A browser that is
// led to it keeps it and never shows it as a page of ours.
func (r *Request) SendFile(name, mediaType string, content []byte) error {
	return r.send("attachment", name, mediaType, content)
}

// SendPicture answers with a picture for an <img>, which the pages of the native shells, of another origin, may show, too.
func (r *Request) SendPicture(name, mediaType string, content []byte) error {
	AnyOrigin(r.c)
	return r.send("inline", name, mediaType, content)
}

// send answers with bytes that are no JSON. They are one borrower's: nobody caches them.
func (r *Request) send(disposition, name, mediaType string, content []byte) error {
	NoStore(r.c)
	r.c.Set(fiber.HeaderContentType, mediaType)
	r.c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType(disposition, map[string]string{"filename": name + endings[mediaType]}))
	return r.c.Send(content)
}

// AnyOrigin lets the pages of every origin load the answer.
func AnyOrigin(c fiber.Ctx) { c.Set(headerResourcePolicy, "cross-origin") }
