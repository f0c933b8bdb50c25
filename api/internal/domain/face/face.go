// Package face stores the enrolled faces of borrowers and their face checks: the steps and their order, the time allowed, the
// limits on failures, and the result. The gateway decides whether a picture shows a living person, and the flow whether a person
// may be checked at all.
//
// A face is a second factor. It needs a key that never leaves its device, and the SMS code always remains possible:
//
//	a second trusted device      can use the face only after it has registered its own key with an SMS code; the enrolment is shared
//	Safari's 7-day limit         deletes key and device name: the next login is by SMS and on a new device
//	private mode                 the same at each start; if nothing can be stored, the app does not offer the face
//	logging out                  keeps the key, so that the face can be used to log in again
//	logged out from elsewhere    revokes trust and key
//	a new key on a device        needs an SMS code, replaces the previous key, and the borrower is notified
package face

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Scene is the purpose of a check.
type Scene string

// The purposes of a check.
const (
	// Login opens a session.
	Login Scene = "login"
	// Enrol enrols the face.
	Enrol Scene = "enrol"
	// Card accompanies a new bank card. It enrols the face if none is enrolled.
	Card Scene = "card"
)

var _ = postgres.Constraints(map[string]reason.Reason{
	"face_enrolment_one": reason.StateChanged,
	"face_check_one":     reason.StateChanged,
})

// Faces is the service of this package. It encrypts biometric data.
type Faces struct{ keyring *secret.Keyring }

// New returns the service with its encryption keys.
func New(keyring *secret.Keyring) *Faces { return &Faces{keyring: keyring} }

// Pace holds the times and the tries of a check.
type Pace struct {
	// Steps is the number of steps, Tries how often each may be answered.
	Steps int
	Tries int
	// Check is how long a check is valid, not counting the time of judging. Step is how long a step may take until its frames are sent.
	Check time.Duration
	Step  time.Duration
	// Soonest is shorter than a person needs to read an instruction and follow it.
	Soonest time.Duration
}

// ByPictures returns the pace for a phone without live video. The borrower takes each frame with the phone's camera app: they read
// the instruction, open the camera, hold the pose and keep the picture.
func (p Pace) ByPictures() Pace {
	p.Check, p.Step = 8*time.Minute, 100*time.Second
	return p
}

// DefaultPace leaves a slow phone enough time to take six frames.
func DefaultPace() Pace {
	return Pace{Steps: 3, Tries: 3, Check: 3 * time.Minute, Step: 25 * time.Second, Soonest: 700 * time.Millisecond}
}

func progressOwner(check uuid.UUID) string { return "face_check/" + check.String() + "/progress" }

func templateOwner(enrolment uuid.UUID) string {
	return "face_enrolment/" + enrolment.String() + "/template"
}
