package pages

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/flow/liveness"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// models is a face worker with one file.
type models struct{}

func (models) PhoneVersion(context.Context) (string, error) { return "1", nil }

func (models) PhoneFiles(context.Context) (string, map[string]facecheck.PhoneFile, error) {
	return "1", map[string]facecheck.PhoneFile{"net": {Type: "application/octet-stream", Packed: []byte("net")}}, nil
}

// The shells load the networks from another origin. What a cache has kept for the web site does not allow that.
func TestCachesKeepTheNetworksForEachOrigin(t *testing.T) {
	t.Parallel()
	s := paged(t, built(t), false)
	s.Services.Faces = &liveness.Liveness{Deps: liveness.Deps{PhoneModels: models{}}}
	for origin, allowed := range map[string]string{"capacitor://localhost": "capacitor://localhost", "https://evil.example": ""} {
		file := get(t, s, "/face/1/net", "Accept-Encoding", "gzip", "Origin", origin)
		require.Equal(t, http.StatusOK, file.status)
		require.Equal(t, forGood, file.header.Get("Cache-Control"))
		require.Equal(t, allowed, file.header.Get("Access-Control-Allow-Origin"))
		require.Equal(t, "Origin, Accept-Encoding", file.header.Get("Vary"))
	}
}
