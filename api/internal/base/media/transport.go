package media

import (
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	// answerTimeout is how long to wait for response headers of the object store. It is well below the deadlines of requests
	// and jobs: a connection that died silently costs one try, and enough time is left for the next.
	answerTimeout = 7 * time.Second
	// tries is how often a request is sent at most.
	tries = 3
)

// transport returns the HTTP transport to the object store; it refuses requests while a transaction is open.
func transport(secure bool) (http.RoundTripper, error) {
	base, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, err
	}
	base.ResponseHeaderTimeout = answerTimeout
	return postgres.Transport(base), nil
}
