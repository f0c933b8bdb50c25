package pages

import (
	"encoding/json"
	"net/http"
	"strconv"
	"sync"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	manifestPage = "/manifest.webmanifest"
	// canvasColour is the background of every page, and of the splash screen.
	canvasColour = "#F5F7F4"
)

// iconSides are the sizes of the icons in pixels: for the home screen of an iPhone, and two for Android.
var iconSides = []int{180, 192, 512}

func iconPage(side int) string { return "/icon-" + strconv.Itoa(side) + ".png" }

// homeScreen serves what a phone needs to keep the app on its home screen: each product's name, colour and icons.
func (s *Site) homeScreen(serve func(route string, handler fiber.Handler)) {
	serve(manifestPage, s.kept(func(p appproduct.Product) (*page, error) {
		content, err := json.Marshal(manifestOf(p))
		return &page{mime: "application/manifest+json", plain: content, etag: etag(content)}, err
	}))
	for _, side := range iconSides {
		serve(iconPage(side), s.kept(func(p appproduct.Product) (*page, error) {
			content, err := drawIcon(p.ThemeColor, side)
			return &page{mime: "image/png", plain: content, etag: etag(content)}, err
		}))
	}
}

// kept serves a file that is made once per product.
func (s *Site) kept(of func(appproduct.Product) (*page, error)) fiber.Handler {
	var made sync.Map // by product id
	return func(c fiber.Ctx) error {
		s.State(c).Operation = "file"
		product := s.Product(c)
		known, ok := made.Load(product.ProductID)
		if !ok {
			fresh, err := of(product)
			if err != nil {
				return reason.New(reason.System).Because(err)
			}
			known, _ = made.LoadOrStore(product.ProductID, fresh)
		}
		c.Set(fiber.HeaderCacheControl, "no-cache")
		c.Set(fiber.HeaderVary, "Cookie")
		return send(c, known.(*page), http.StatusOK)
	}
}

// webManifest is the part of the W3C Web Application Manifest that is used.
type webManifest struct {
	ID              string         `json:"id"`
	Name            string         `json:"name"`
	ShortName       string         `json:"short_name"`
	Lang            string         `json:"lang"`
	StartURL        string         `json:"start_url"`
	Scope           string         `json:"scope"`
	Display         string         `json:"display"`
	Orientation     string         `json:"orientation"`
	BackgroundColor string         `json:"background_color"`
	ThemeColor      string         `json:"theme_color"`
	Icons           []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

func manifestOf(p appproduct.Product) webManifest {
	m := webManifest{
		ID: "/", Name: p.ProdName, ShortName: p.ProdName, Lang: p.Lang.Tag(), StartURL: "/m/home", Scope: "/", Display: "standalone",
		Orientation: "portrait", BackgroundColor: canvasColour, ThemeColor: canvasColour,
	}
	for _, side := range iconSides {
		sides := strconv.Itoa(side)
		// The drawing keeps a margin, so that a phone may crop it to its own shape.
		m.Icons = append(m.Icons, manifestIcon{Src: iconPage(side), Sizes: sides + "x" + sides, Type: "image/png", Purpose: "any maskable"})
	}
	return m
}
