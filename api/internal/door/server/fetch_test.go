package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// newServer returns a server of Vietnam with one app product.
func newServer(t *testing.T, c Config, d Deps, log zerolog.Logger) *Server {
	t.Helper()
	products, err := appproduct.Embedded("vi", "20005")
	require.NoError(t, err)
	c.Region, c.Products = region.Get("vi"), products
	s, err := New(c, d, log)
	require.NoError(t, err)
	return s
}

type fetched struct {
	status int
	header http.Header
	body   string
}

// fetch sends a request to a server without a listener. headers alternates names and values.
func fetch(t *testing.T, s *Server, path string, headers ...string) fetched {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.App.Test(request, fiber.TestConfig{}) // the default limit of one second is too short for a busy machine
	require.NoError(t, err)
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return fetched{response.StatusCode, response.Header, string(raw)}
}
