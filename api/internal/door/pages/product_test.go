package pages

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// productReportingSite returns a server with a page that reports the product for which it is served.
func productReportingSite(t *testing.T, development bool) *Site {
	t.Helper()
	s := paged(t, built(t), development)
	s.App.Get("/which", func(c fiber.Ctx) error {
		c.Set("X-Product", s.Product(c).ProductID)
		return nil
	})
	return s
}

// served returns the product for which a request is served.
func served(t *testing.T, s *Site, path string, headers map[string]string) string {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	for name, value := range headers {
		request.Header.Set(name, value)
		if name == "Host" {
			request.Host = value
		}
	}
	response, err := s.App.Test(request, fiber.TestConfig{}) // the default limit of one second is too short for a busy machine
	require.NoError(t, err)
	defer response.Body.Close()
	return response.Header.Get("X-Product")
}

// The landing page of a variant, the calls it makes and the home page after it use the product named in the URL.
func TestProductParameterIsRememberedInDevelopment(t *testing.T) {
	t.Parallel()
	s := productReportingSite(t, true)
	for _, path := range []string{"/m/land?product=20003", "/m/home?product=20003"} {
		set := get(t, s, path).header.Get("Set-Cookie")
		require.Contains(t, set, "product=20003", path)
		require.Contains(t, set, "HttpOnly", path)
	}
	require.Contains(t, get(t, s, "/m/land", "Cookie", "product=20003").body, "in tables", "the variant is remembered")
	require.Equal(t, "20003", served(t, s, "/which", map[string]string{"Cookie": "product=20003"}), "later calls use the same product")
	require.Contains(t, get(t, s, "/m/home?product=20005", "Cookie", "product=20003").header.Get("Set-Cookie"), "product=20005", "the product can be changed")
	require.Empty(t, get(t, s, "/m/land?product=99999").header.Get("Set-Cookie"), "a product that is not served is ignored")
	require.Empty(t, get(t, s, "/m/land").header.Get("Set-Cookie"))
}

// With configured host names, these alone select the product. No other part of a request can select another one.
func TestOnlyTheHostNameSelectsTheProduct(t *testing.T) {
	t.Parallel()
	s := productReportingSite(t, false)
	own, other := s.Config.Products[0], s.Config.Products[1]
	require.NotEmpty(t, own.Hosts)
	for _, host := range own.Hosts {
		require.Equal(t, own.ProductID, served(t, s, "/which?product="+other.ProductID, map[string]string{
			"Host": host, "Cookie": "product=" + other.ProductID, server.HeaderAppPackage: other.PackageName,
		}), host)
	}
	require.Equal(t, own.ProductID, served(t, s, "/which?product=20003", map[string]string{"Cookie": "product=20003"}), "an unknown host name does not change that")
	for _, path := range []string{"/m/land?product=20003", "/m/home?product=20003"} {
		page := get(t, s, path, "Cookie", "product=20003")
		require.Empty(t, page.header.Get("Set-Cookie"), path)
		require.NotContains(t, page.body, "in tables", path)
	}
}
