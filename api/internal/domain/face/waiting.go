package face

import (
	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// WaitingLines counts the enrolments that wait for a person to compare them with the ID.
func WaitingLines() postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"face"}, `SELECT 'face' AS kind, count(*), min(created_at) AS since FROM face_enrolment WHERE state = 'review'`)
}
