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
	apps := s.downloads(c, p)
	var html bytes.Buffer
	err := tooOldPage.Execute(&html, struct {
		tooOldTexts
		Product            appproduct.Product
		Lang               string
		AndroidURL, IosURL string
	}{tooOldWords.In(in), p, in.Tag(), apps.Android, apps.Ios})
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentSecurityPolicy, s.policy(nil))
	c.Set(fiber.HeaderCacheControl, "no-cache")
	return send(c, &page{mime: "text/html; charset=utf-8", plain: html.Bytes(), etag: etag(html.Bytes())}, status)
}

// downloads are the addresses of the apps that a phone is offered; empty where there is none for it.
type downloads struct{ Android, Ios string }

// downloads are of a product's two apps the one for the phone of the user agent; both where it does not tell.
func (s *Site) downloads(c fiber.Ctx, p appproduct.Product) downloads {
	agent := c.Get(fiber.HeaderUserAgent)
	switch {
	case strings.Contains(agent, "iPhone"), strings.Contains(agent, "iPad"):
		return downloads{Ios: p.IosDownloadURL}
	case strings.Contains(agent, "Android"), strings.Contains(agent, "Adr "):
		return downloads{Android: s.AndroidDownload(c.Context(), p)}
	default:
		return downloads{Android: s.AndroidDownload(c.Context(), p), Ios: p.IosDownloadURL}
	}
}
