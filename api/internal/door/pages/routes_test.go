package pages

import (
	"slices"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// pageRoutes lists the routes outside the contract: pages, their files, and the probes of machines.
var pageRoutes = []string{
	"GET /", "GET /m", "GET /m/*", "GET /m/land", "GET /m/pixel", "GET /403", "GET /404", "GET /sorryProduct",
	"GET /manifest.webmanifest", "GET /icon-180.png", "GET /icon-192.png", "GET /icon-512.png",
	"GET /version.json", "GET /download/*", "GET /face/models.json", "GET /face/:version/:name", "GET /.well-known/apple-app-site-association", "GET /.well-known/assetlinks.json",
	"GET /healthz", "GET /readyz",
}

// Every route is in the contract or is a page, so that an added operator call would be detected. Middlewares for all
// paths have the route "/" with every method and are not counted.
//
// spec: 6.no-admin
func TestOnlyContractCallsAndPagesHaveRoutes(t *testing.T) {
	t.Parallel()
	document, err := contract.Load()
	require.NoError(t, err)
	want := slices.Clone(pageRoutes)
	for _, op := range document.Operations() {
		want = append(want, op.Method+" "+strings.NewReplacer("{", ":", "}", "").Replace(op.Path))
	}
	var got []string
	for _, route := range paged(t, built(t), false).App.GetRoutes(true) {
		if route.Method != fiber.MethodHead {
			got = append(got, route.Method+" "+route.Path)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	require.Equal(t, want, slices.Compact(got))
}
