// Package facecheck is the way to whoever judges faces: a worker of our own, or a vendor. It tells whether somebody
// living is in front of the camera and whether two faces are one person's. It keeps nothing and knows no member: what a
// check has to remember between two steps comes back as bytes that only the provider reads and that the caller keeps
// sealed.
package facecheck

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Step is one thing to do in front of the camera.
type Step string

// The steps. Left and right are the person's own.
const (
	TurnLeft   Step = "turn_left"
	TurnRight  Step = "turn_right"
	LookUp     Step = "look_up"
	CloseEyes  Step = "close_eyes"
	OpenMouth  Step = "open_mouth"
	ComeCloser Step = "come_closer"
)

// Steps are all of them.
var Steps = []Step{TurnLeft, TurnRight, LookUp, CloseEyes, OpenMouth, ComeCloser}

// Verdict is what became of a step.
type Verdict string

// The verdicts.
const (
	// Pass: the step was done by somebody living, the same person as before.
	Pass Verdict = "pass"
	// Again: not good enough to judge; the same step may be tried once more.
	Again Verdict = "again"
	// Fail: this was nobody living, or somebody else. The check ends.
	Fail Verdict = "fail"
)

// Likeness is what a comparison of two faces says.
type Likeness string

// The likenesses.
const (
	Alike     Likeness = "alike"
	Doubtful  Likeness = "doubtful"
	Different Likeness = "different"
	// Incomparable: one of the two was made by another descriptor, and nothing can be said.
	Incomparable Likeness = "other_descriptor"
)

// PortraitResult is what was found in the picture of an ID.
type PortraitResult string

// The results.
const (
	Found       PortraitResult = "found"
	NoPortrait  PortraitResult = "none"
	TooSmall    PortraitResult = "too_small"
	Undecodable PortraitResult = "undecodable"
)

// Kind says what a live face is compared with: a portrait on a card is a worse picture than a face before a camera.
type Kind string

// The kinds.
const (
	Selfie   Kind = "selfie"
	Portrait Kind = "portrait"
)

// ErrUnavailable: nothing was judged. To the borrower that is result 000, and never a pass.
var ErrUnavailable = errors.New("facecheck: not available")

// Busy is an ErrUnavailable that passes by itself.
type Busy struct{ RetryAfter time.Duration }

// Error says when it is worth asking again.
func (b Busy) Error() string { return fmt.Sprintf("facecheck: busy for %s", b.RetryAfter) }

// Unwrap makes it an ErrUnavailable.
func (b Busy) Unwrap() error { return ErrUnavailable }

// Answer is what was judged of the frames of one step.
type Answer struct {
	Verdict Verdict
	// Code is the only thing that the borrower may hear: "ok", or a phrase.
	Code string
	// Reason is for the audit row.
	Reason string
	// Hashes are one a frame, over its pixels; empty where a frame could not be read or the provider makes none.
	Hashes [][]byte
	// Frontal is the index of the frame that shows the face straight ahead; negative when there is none.
	Frontal int
	// Session is what the next step and Finish are given; empty keeps the one before. It holds biometric values: seal it.
	Session []byte
}

// frontalOf is what a provider says of the frontal frame, where that is one of the frames it was sent.
func frontalOf(said *int, frames [][]byte) int {
	if said == nil || *said < 0 || *said >= len(frames) {
		return -1
	}
	return *said
}

// Template is a face as one descriptor sees it. Data are biometric: seal them, never log them.
type Template struct {
	// Descriptor is its id and version ("faceapi-resnet 1.7.15"): templates of another one cannot be compared.
	Descriptor string
	Data       []byte
}

// Provider judges faces. An error means that nothing was judged (ErrUnavailable).
type Provider interface {
	// Ready reports whether checks can be made now; nil says yes. It answers at once.
	Ready(ctx context.Context) error
	// Comparable reports whether templates of a descriptor can be compared still. Only a no that the provider has said just
	// now is one: a template that it has made since is never told from an older word of it.
	Comparable(ctx context.Context, descriptor string) (bool, error)
	// Start opens a check of the steps and gives the first session.
	Start(ctx context.Context, steps []Step) (session []byte, err error)
	// Step judges the frames of one step, JPEG, in the order in which they were taken.
	Step(ctx context.Context, session []byte, step Step, frames [][]byte) (Answer, error)
	// Finish gives the face of a check whose steps have all passed; nil when the provider does not vouch for the whole.
	Finish(ctx context.Context, session []byte) (*Template, error)
	// Guide says what one frame lacks before a step begins: "ok", or a phrase. Nothing follows from it.
	Guide(ctx context.Context, step Step, frame []byte) (code string, err error)
	// Portrait reads the face of an ID; the template is there when one was found.
	Portrait(ctx context.Context, picture []byte) (PortraitResult, *Template, error)
	// Match compares a live face with another one, 1:1.
	Match(ctx context.Context, probe, enrolled Template, kind Kind) (Likeness, error)
}
