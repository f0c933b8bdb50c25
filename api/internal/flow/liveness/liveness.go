// Package liveness runs face checks: who may make one, what the provider judges, and what a passed check allows. It
// spans the borrower, the identity, the enrolled face and the pictures. The provider is never called inside a
// transaction.
package liveness

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// Deps are the dependencies of the flow.
type Deps struct {
	Pool *pgxpool.Pool
	// Clock is business time. Wall is the time of checks and their limits.
	Clock   clock.Clock
	Wall    func() time.Time
	Region  *region.Region
	Members *member.Members
	Faces   *face.Faces
	Media   *media.Store
	Limiter *limit.Limiter
	// Provider judges the checks. It is facecheck.None if the deployment has no face checks.
	Provider facecheck.Provider
	// PhoneModels returns the neural networks with which phones examine frames themselves; nil if the provider has
	// none.
	PhoneModels facecheck.PhoneModels
	// Products are the ids of the products that offer face checks.
	Products []string
	Limits   face.Limits
	Pace     face.Pace
	// Keep is how long the picture of a check is kept.
	Keep time.Duration
}

// Liveness is the flow.
type Liveness struct {
	Deps

	phone phoneFiles
}

// New returns the flow.
func New(deps Deps) *Liveness {
	wall := deps.Wall
	// PostgreSQL stores microseconds, so the time is the same when it is read back.
	deps.Wall = func() time.Time { return wall().Truncate(time.Microsecond) }
	return &Liveness{Deps: deps}
}

// Offered reports whether a product has face checks.
func (l *Liveness) Offered(appProductID string) bool {
	return l.Provider != facecheck.Provider(facecheck.None{}) && slices.Contains(l.Products, appProductID)
}

// allowance reads whether another check may begin.
func (l *Liveness) allowance(memberID, device uuid.UUID) postgres.Query[face.Allowance] {
	now := l.Wall()
	local := now.In(l.Region.TimeZone)
	today := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, l.Region.TimeZone)
	return l.Limits.AllowanceOf(memberID, device, today, today.AddDate(0, 0, 1), now)
}

// queueNoted writes the audit entry of an event of a face check. detail must hold no biometric value and no score.
func (l *Liveness) queueNoted(b *pgx.Batch, c *face.Check, action string, detail map[string]any) error {
	detail["check"], detail["scene"] = c.ID, c.Scene
	subject := "member:" + c.MemberID.String()
	return audit.Queue(b, audit.Entry{At: l.Clock.Now(), Actor: subject, Action: action, Subject: subject, Detail: detail})
}
