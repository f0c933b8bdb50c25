package http

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// Services are the domains and flows that the calls go to. The house fills them in.
type Services struct {
	// Ready reports whether the process can do its work: database and object store answer.
	Ready func(context.Context) error

	Members *member.Members
}
