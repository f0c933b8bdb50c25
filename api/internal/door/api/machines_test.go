package api_test

import (
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

func TestMonitoringPort(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	c.OK(t, "configProduct", body{}, nil)
	get := func(path string) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		stack.Apps[0].Server.Monitoring().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
		return recorder
	}
	require.Equal(t, 200, get("/healthz").Code)
	require.Equal(t, 200, get("/readyz").Code)
	require.Contains(t, get("/metrics").Body.String(), `loanmarket_request_seconds_count{call="configProduct",error_code="10000",status="200"} 1`)

	stack.Apps[0].Pool.Close()
	require.Equal(t, 503, get("/readyz").Code, "the process is not ready without its database")
	require.Equal(t, 200, get("/healthz").Code, "the process is still alive")
}
