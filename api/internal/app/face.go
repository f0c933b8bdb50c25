package app

import (
	"strings"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/liveness"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// faces builds the flow of face checks, for the server, the workers and the operator's commands.
func (a *App) faces(options Options, members *member.Members, files *media.Store, products []appproduct.Product) *liveness.Liveness {
	deps := liveness.Deps{
		Pool: a.Pool, Clock: a.Clock, Wall: time.Now, Region: a.Region, Members: members, Faces: face.New(a.Keyring), Media: files,
		Limiter: a.Limiter, Provider: a.faceJudge(), Limits: a.faceLimits(), Pace: face.DefaultPace(), Keep: a.Config.Face.Keep,
	}
	if options.Wall != nil {
		deps.Wall = options.Wall
	}
	if options.FaceProvider != nil {
		deps.Provider = options.FaceProvider
	}
	deps.PhoneModels, _ = deps.Provider.(facecheck.PhoneModels)
	if deps.Provider != facecheck.Provider(facecheck.None{}) {
		deps.Provider = measuredFaces{deps.Provider, a.meter("face", "start", "step", "finish", "portrait", "match")}
	}
	a.faceProvider = deps.Provider
	for _, p := range products {
		if p.FaceCheck {
			deps.Products = append(deps.Products, p.ProductID)
		}
	}
	return liveness.New(deps)
}

// faceJudge selects the configured judge of faces.
func (a *App) faceJudge() facecheck.Provider {
	switch c := a.Config.Face; c.Gateway {
	case config.Local:
		return facecheck.NewLocal(strings.TrimRight(c.WorkerURL, "/"), c.WorkerSecret.Reveal())
	case config.HTTP:
		return facecheck.NewHTTP(strings.TrimRight(c.URL, "/"), c.Key.Bytes())
	default:
		return facecheck.None{}
	}
}

func (a *App) faceLimits() face.Limits {
	l := a.Config.Face.Limits
	return face.Limits{
		WaitAfter: l.WaitAfter, Wait: l.Wait, PauseAfter: l.PauseAfter, PauseWithin: l.PauseWithin, Pause: l.Pause,
		PerDay: l.PerDay, PerEnrolment: l.PerEnrolment,
	}
}
