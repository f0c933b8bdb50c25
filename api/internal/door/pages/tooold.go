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

// tooOldTexts are the texts of the page for browsers that cannot run the app.
type tooOldTexts struct {
	Title, Why, App, Android, IOS, Browser, Call string
}

var tooOldWords = texts.Group[tooOldTexts]("tooOld")

// tooOld serves a page without scripts for browsers that can run neither build. It says so, offers the app for the
// phone (both apps if the phone is unknown) and a number to call.
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

// downloads are the download addresses of the apps; empty if not offered.
type downloads struct{ Android, Ios string }

// downloads returns the download address of a product's app for the phone of the user agent, or both if it is unknown.
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
