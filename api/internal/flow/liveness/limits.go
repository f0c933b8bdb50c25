package liveness

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
)

// looks limits the number of frames that a check may have examined: about two a second while it runs.
func looks(check uuid.UUID) limit.Bucket {
	return limit.Bucket{Name: "face.look", Subject: check.String(), Rules: []limit.Rule{{Name: "check", Per: 10 * time.Minute, Max: 400}}}
}
