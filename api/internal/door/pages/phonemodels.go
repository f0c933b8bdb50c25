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
	// phoneModels is the path of the neural networks with which a phone itself sees what is wrong with a picture of a
	// face.
	phoneModels = "/face/"
	// modelsWorker is the prefix of the app's script that runs them, as mobile/vite.config.ts names it in every
	// release.
	modelsWorker = assets + "faceSight.worker-"
	// offlineWorker is the service worker that caches the app's files on the phone.
	offlineWorker = "/sw.js"
)

// phoneModels serves the networks of the face worker: the newest version under an address that is never cached, the
// files under addresses that are cached permanently.
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
		c.Vary(fiber.HeaderAcceptEncoding)
		c.Set(fiber.HeaderContentSecurityPolicy, s.policy(nil))
		c.Set(fiber.HeaderCacheControl, forGood)
		c.Set(fiber.HeaderContentType, file.Type)
		c.Set(fiber.HeaderContentEncoding, "gzip")
		return c.Status(http.StatusOK).Send(file.Packed)
	})
}

// olderSafari matches Safari up to 15, which does not know 'wasm-unsafe-eval' and lets WebAssembly run only with
// 'unsafe-eval'.
var olderSafari = regexp.MustCompile(`(?:iPhone|iPad|iPod).* OS (?:1[0-5])[_.]|Version/1[0-5][\d.]* (?:Mobile/\w+ )?Safari/`)

// filePolicy sets the content security policy of a file. A worker runs under the policy of its own script, so
// WebAssembly is allowed only for the script of the networks and on no page. Any other file runs under its page's
// policy and, opened directly, may do nothing. It gets no headers for documents, which would be longer than many of
// the files.
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
