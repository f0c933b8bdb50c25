package pages

import (
	"net/http"
	"regexp"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

const (
	// phoneModels is where the nets lie that a phone tells by itself with what a picture of a face lacks.
	phoneModels = "/face/"
	// modelsWorker is the script of the app that runs them, as mobile/vite.config.ts names it, the same in every release.
	modelsWorker = assets + "faceSight.worker-"
	// offlineWorker is the script that keeps the app's files on the phone.
	offlineWorker = "/sw.js"
)

// phoneModels serves the nets of the face worker: the newest version by a name that is never kept, the files by addresses
// that are kept for good.
func (s *Site) phoneModels() {
	s.App.Get(phoneModels+"models.json", func(c fiber.Ctx) error {
		s.State(c).Operation = "faceModels"
		version, err := s.Services.Faces.PhoneVersion(c.Context())
		if err != nil {
			return err
		}
		server.NoStore(c)
		return c.JSON(fiber.Map{"version": version})
	})
	s.App.Get(phoneModels+":version/:name", func(c fiber.Ctx) error {
		s.State(c).Operation = "faceModel"
		if !server.Takes(c, "gzip") {
			return reason.New(reason.NotFound)
		}
		file, err := s.Services.Faces.PhoneFile(c.Context(), c.Params("version"), c.Params("name"))
		if err != nil {
			return err
		}
		c.Response().Header.Del(fiber.HeaderVary)
		c.Vary(fiber.HeaderAcceptEncoding)
		c.Set(fiber.HeaderContentSecurityPolicy, s.policy(nil))
		c.Set(fiber.HeaderCacheControl, forGood)
		c.Set(fiber.HeaderContentType, file.Type)
		c.Set(fiber.HeaderContentEncoding, "gzip")
		return c.Status(http.StatusOK).Send(file.Packed)
	})
}

// olderSafari knows no 'wasm-unsafe-eval': up to 15 only 'unsafe-eval' lets WebAssembly run.
var olderSafari = regexp.MustCompile(`(?:iPhone|iPad|iPod).* OS (?:1[0-5])[_.]|Version/1[0-5][\d.]* (?:Mobile/\w+ )?Safari/`)

// filePolicy sets what a file may do. A worker lives under the policy that its script came with, so WebAssembly is allowed in that
// of the nets alone; no page has it. Any other file lives under its page's: opened or run by itself it may do nothing, and is not
// sent what concerns documents, which would be longer than many of them.
func (s *Site) filePolicy(c fiber.Ctx, name string) {
	if name == offlineWorker {
		c.Set(fiber.HeaderContentSecurityPolicy, s.policy(nil))
		return
	}
	if strings.HasPrefix(name, modelsWorker) {
		allowed := "'wasm-unsafe-eval'"
		if olderSafari.MatchString(c.Get(fiber.HeaderUserAgent)) {
			allowed = "'unsafe-eval'"
		}
		c.Set(fiber.HeaderContentSecurityPolicy, s.policy([]string{allowed}))
		return
	}
	c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'")
	server.NoDocument(c)
}
