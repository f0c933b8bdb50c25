package liveness

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
)

// looks bounds the frames that one check has looked at: two a second while it lasts.
func looks(check uuid.UUID) limit.Bucket {
	return limit.Bucket{Name: "face.look", Subject: check.String(), Rules: []limit.Rule{{Name: "check", Per: 10 * time.Minute, Max: 400}}}
}
