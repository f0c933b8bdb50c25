package media

import (
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	// answerTimeout is how long the object store may be silent after a request was sent. It is well below the time of a
	// call and of a job: a connection that died in silence costs one try, and the next one has the time that it needs.
	answerTimeout = 7 * time.Second
	// tries is how often one request is sent at most.
	tries = 3
)

// transport is the way to the object store: closed while a transaction is open.
func transport(secure bool) (http.RoundTripper, error) {
	base, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, err
	}
	base.ResponseHeaderTimeout = answerTimeout
	return postgres.Transport(base), nil
}
