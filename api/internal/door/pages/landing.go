package pages

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"sync"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
)

// landingTexts is the build's file with the landing page's texts in every language.
const landingTexts = "/landing.texts.json"

// landings renders the landing pages: the build's template filled in with the configuration. A visitor sees everything
// important before any script runs.
type landings struct {
	template *template.Template
	texts    map[lang.Lang]map[string]any

	mu   sync.Mutex
	made map[landingKey]madeLanding
}

// landingKey identifies a rendered landing page.
type landingKey struct {
	product string
	lang    lang.Lang
	apps    downloads
}

// madeLanding is a rendered landing page with the amounts and terms that it advertises.
type madeLanding struct {
	*page
	advertised region.Landing
}

// loadLandings reads the template and the texts of the build; nil if the build has none.
func loadLandings(b *Build) (*landings, error) {
	source, texts := b.files[landingPage], b.files[landingTexts]
	if source == nil || texts == nil {
		return nil, nil
	}
	parsed, err := template.New("landing").Option("missingkey=error").Parse(string(source.plain))
	if err != nil {
		return nil, fmt.Errorf("landing.html of the built app: %w", err)
	}
	l := &landings{template: parsed, made: map[landingKey]madeLanding{}}
	if err := json.Unmarshal(texts.plain, &l.texts); err != nil {
		return nil, fmt.Errorf("landing.texts.json of the built app: %w", err)
	}
	return l, nil
}

// landing serves the landing page, which is a separate page so that visitors from an advertisement need not wait for
// the app.
func (s *Site) landing(c fiber.Ctx) error {
	s.State(c).Operation = "page"
	if s.landings == nil {
		return s.shell(c)
	}
	c.Set(fiber.HeaderVary, "User-Agent, Cookie")
	// Without scripts, the browser would submit the form with the phone number in the address.
	if pick(c.Get(fiber.HeaderUserAgent)) == noBuild {
		return s.tooOld(c, http.StatusOK)
	}
	s.RememberProduct(c)
	product := s.Product(c)
	p, err := s.landings.page(c.Context(), s, product, chosenLang(product, c.Query("lang"), c.Cookies("lang")), s.downloads(c, product))
	if err != nil {
		return reason.New(reason.System).Because(err)
	}
	c.Set(fiber.HeaderContentSecurityPolicy, s.policy(p.scripts, s.Config.Policy.Pixels))
	c.Set(fiber.HeaderCacheControl, "no-cache")
	return send(c, p, http.StatusOK)
}

// chosenLang returns the first of the visitor's choices that is a valid language, or else the product's.
func chosenLang(p appproduct.Product, choices ...string) lang.Lang {
	for _, name := range choices {
		if chosen := lang.Lang(name); chosen.Valid() {
			return chosen
		}
	}
	return api.DefaultLang(p)
}

// page renders a page once per product, language and downloads, and again when the market has changed. While the market
// cannot be read, it returns the last version, or else one with what is known (Products.Advertised).
func (l *landings) page(ctx context.Context, s *Site, p appproduct.Product, in lang.Lang, apps downloads) (*page, error) {
	key := landingKey{p.ProductID, in, apps}
	ctx, cancel := context.WithTimeout(ctx, marketTimeout)
	defer cancel()
	advertised, failed := s.Advertised(ctx, s.Config.Region)
	l.mu.Lock()
	defer l.mu.Unlock()
	if made := l.made[key]; made.page != nil && (failed != nil || made.advertised == advertised) {
		return made.page, nil
	}
	if failed != nil {
		s.Log.Warn().Err(failed).Msg("the landing page is made without reading the market")
	}
	view, err := l.view(s, p, in, apps, advertised)
	if err != nil {
		return nil, err
	}
	var html bytes.Buffer
	if err := l.template.Execute(&html, view); err != nil {
		return nil, fmt.Errorf("landing page: %w", err)
	}
	made := compressed("text/html; charset=utf-8", html.Bytes(), inlineScripts(html.Bytes()))
	l.made[key] = madeLanding{page: made, advertised: advertised}
	return made, nil
}
