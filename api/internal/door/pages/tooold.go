package pages

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
)

//go:embed tooold.html
var tooOldSource string

var tooOldPage = template.Must(template.New("tooold").Parse(tooOldSource))

// tooOldTexts are the words of the page for browsers that cannot run the app.
type tooOldTexts struct {
	Title, Why, App, Android, IOS, Browser, Call string
}

var tooOldWords = texts.Group[tooOldTexts]("tooOld")

// tooOld is a page without scripts for browsers that run neither build: it says so, offers the app for the phone that
// asks (both where that is not known), and a number to call.
func (s *Site) tooOld(c fiber.Ctx, status int) error {
	p := s.Product(c)
	in := api.DefaultLang(p)
	android, ios := forPhone(c.Get(fiber.HeaderUserAgent), s.AndroidDownload(c.Context(), p), p.IosDownloadURL)
	var html bytes.Buffer
	err := tooOldPage.Execute(&html, struct {
		tooOldTexts
		Product            appproduct.Product
		Lang               string
		AndroidURL, IosURL string
	}{tooOldWords.In(in), p, in.Tag(), android, ios})
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentSecurityPolicy, s.policy(nil))
	c.Set(fiber.HeaderCacheControl, "no-cache")
	return send(c, &page{mime: "text/html; charset=utf-8", plain: html.Bytes(), etag: etag(html.Bytes())}, status)
}

// forPhone leaves of two downloads the one for the phone of a user agent; both where it does not tell.
func forPhone(agent, android, ios string) (string, string) {
	switch {
	case strings.Contains(agent, "iPhone"), strings.Contains(agent, "iPad"):
		return "", ios
	case strings.Contains(agent, "Android"), strings.Contains(agent, "Adr "):
		return android, ""
	default:
		return android, ios
	}
}
