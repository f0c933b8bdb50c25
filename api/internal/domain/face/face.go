// Package face keeps the faces that borrowers enrolled and the checks in front of a camera: what is asked in which order,
// how much time there is, how often it may go wrong, and what becomes of it. Whether a picture shows somebody living is
// the gateway's to say, whether somebody may be checked at all the flow's.
//
// A face is a second factor, beside a key that never leaves its device and with the SMS code always left:
//
//	a second trusted device      offers no face until it has registered a key of its own, after an SMS code; the enrolment is shared
//	Safari's seven days          take key and device name together: the log-in is by SMS, and the device a new one
//	private mode                 the same, each time; where nothing can be kept the app does not offer the face
//	logging out                  keeps the key: the face is a way back in
//	being logged out elsewhere   takes trust and key
//	a new key on a device        only after an SMS code; it ends the one before, and the borrower is told
package face

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Scene is what a check is for.
type Scene string

// The scenes.
const (
	// Login opens a session.
	Login Scene = "login"
	// Enrol keeps the face.
	Enrol Scene = "enrol"
	// Card stands beside a new bank card; it enrols where nothing is enrolled.
	Card Scene = "card"
)

var _ = postgres.Constraints(map[string]reason.Reason{
	"face_enrolment_one": reason.StateChanged,
	"face_check_one":     reason.StateChanged,
})

// Faces is the package's service: it seals what is biometric.
type Faces struct{ keyring *secret.Keyring }

// New makes it of the keys that seal.
func New(keyring *secret.Keyring) *Faces { return &Faces{keyring: keyring} }

// Pace is how much time and how many tries a check has.
type Pace struct {
	// Steps is how many are drawn, Tries how often one step may be answered.
	Steps int
	Tries int
	// Check is how long a check is good beside the time that judging takes, Step how long one step may take until its frames are
	// sent.
	Check time.Duration
	Step  time.Duration
	// Soonest is faster than a person can hear of a step and do it.
	Soonest time.Duration
}

// ByPictures is the pace of a phone that shows no live picture: each frame of a step is taken with the phone's own camera,
// by a person who reads what comes next, opens it, holds the pose and keeps the picture.
func (p Pace) ByPictures() Pace {
	p.Check, p.Step = 8*time.Minute, 100*time.Second
	return p
}

// DefaultPace leaves time for a slow phone to take six frames.
func DefaultPace() Pace {
	return Pace{Steps: 3, Tries: 3, Check: 3 * time.Minute, Step: 25 * time.Second, Soonest: 700 * time.Millisecond}
}

func progressOwner(check uuid.UUID) string { return "face_check/" + check.String() + "/progress" }

func templateOwner(enrolment uuid.UUID) string {
	return "face_enrolment/" + enrolment.String() + "/template"
}
