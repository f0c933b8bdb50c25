package api

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/redact"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

func pageErrorCalls(a *API) {
	for _, surface := range []contract.PageErrorRequestSurface{contract.SurfaceApp, contract.SurfaceLanding} {
		a.ExpectPageErrors(string(surface), string(contract.CaughtRender), string(contract.CaughtError), string(contract.CaughtRejection))
	}
	server.Call(a.Server, "submitPageError", a.pageError)
}

// pageError logs and counts an error that a page reports. The first of a kind are logged in full, the rest only
// counted. The call needs no session, so every text is treated as untrusted.
func (a *API) pageError(ctx context.Context, c server.Caller, req contract.PageErrorRequest) (contract.Empty, error) {
	message, stack := redact.Page(req.Message), redact.Page(req.Stack)
	verdict, err := a.Services.Limiter.Take(ctx, a.Services.Pool,
		limit.Bucket{Name: "page.error.ip", Subject: server.AddressOf(c.IP), Rules: errorsOfAnAddress},
		limit.Bucket{Name: "page.error", Rules: errorsOfAll},
		limit.Bucket{Name: "page.error.alike", Subject: req.Name + "\n" + message + "\n" + stack, Rules: errorsAlike})
	if err != nil {
		return contract.Empty{}, err
	}
	if err := verdict.Refusal(reason.TooManyRequests); err != nil {
		return contract.Empty{}, err
	}
	a.CountPageError(string(req.Surface), string(req.Kind))
	if !verdict.Soft("alike") {
		a.Log.Warn().Str("surface", string(req.Surface)).Str("kind", string(req.Kind)).Str("page", redact.Page(req.Page)).
			Str("error", redact.Page(req.Name)).Str("text", message).Str("stack", stack).Str("version", server.Optional(req.Version)).
			Msg("a page failed")
	}
	return contract.Empty{}, nil
}
