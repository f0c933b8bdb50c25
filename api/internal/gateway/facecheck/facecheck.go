// Package facecheck connects to a service that evaluates faces: our own worker, or a vendor. It determines whether a living person
// is in front of the camera and whether two faces are of the same person. It stores nothing and knows no members. Data that a
// check needs in its next step are returned as opaque bytes that only the provider reads and the caller stores encrypted.
package facecheck

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// Step is an instruction for the person in front of the camera.
type Step string

// The steps. Left and right are from the person's point of view.
const (
	TurnLeft   Step = "turn_left"
	TurnRight  Step = "turn_right"
	LookUp     Step = "look_up"
	CloseEyes  Step = "close_eyes"
	OpenMouth  Step = "open_mouth"
	ComeCloser Step = "come_closer"
)

// Steps lists all steps.
var Steps = []Step{TurnLeft, TurnRight, LookUp, CloseEyes, OpenMouth, ComeCloser}

// Verdict is the result of a step.
type Verdict string

// The verdicts on a step.
const (
	// Pass: the step was done by a living person, the same person as before.
	Pass Verdict = "pass"
	// Again: the frames were not good enough to decide. The step may be repeated.
	Again Verdict = "again"
	// Fail: it was not a living person, or another person. The check ends.
	Fail Verdict = "fail"
)

// Likeness is the result of comparing two faces.
type Likeness string

// The results of a comparison.
const (
	Alike     Likeness = "alike"
	Doubtful  Likeness = "doubtful"
	Different Likeness = "different"
	// Incomparable: the templates were made by different descriptors and cannot be compared.
	Incomparable Likeness = "other_descriptor"
)

// PortraitResult is the result of the search for a portrait in the picture of an ID.
type PortraitResult string

// The results of the search for a portrait.
const (
	Found       PortraitResult = "found"
	NoPortrait  PortraitResult = "none"
	TooSmall    PortraitResult = "too_small"
	Undecodable PortraitResult = "undecodable"
)

// Kind is the type of picture that a live face is compared with. A portrait on a card has a lower quality than a face in front of a camera.
type Kind string

// The types of pictures.
const (
	Selfie   Kind = "selfie"
	Portrait Kind = "portrait"
)

// ErrUnavailable says that nothing was evaluated. The borrower gets result 000, never a pass.
var ErrUnavailable = errors.New("facecheck: not available")

// Busy is a temporary ErrUnavailable.
type Busy struct{ RetryAfter time.Duration }

// Error includes the time after which to retry.
func (b Busy) Error() string { return fmt.Sprintf("facecheck: busy for %s", b.RetryAfter) }

// Unwrap returns ErrUnavailable.
func (b Busy) Unwrap() error { return ErrUnavailable }

// Answer is the evaluation of the frames of one step.
type Answer struct {
	Verdict Verdict
	// Code is the only part that the borrower may see: "ok", or the code of a phrase.
	Code string
	// Reason is for the audit log.
	Reason string
	// Hashes are the hashes of the frames' pixels. Frames that could not be read have none, and some providers return none.
	Hashes [][]byte
	// Frontal is the index of the frame that shows the face from the front, or negative if there is none.
	Frontal int
	// Session is the input of the next step and of Finish. If it is empty, the previous one stays valid. It contains biometric
	// data: encrypt it.
	Session []byte
}

// frontalOf returns the provider's index of the frontal frame if it is valid, and -1 otherwise.
func frontalOf(said *int, frames [][]byte) int {
	if said == nil || *said < 0 || *said >= len(frames) {
		return -1
	}
	return *said
}

// stepCode returns the code of a step that a provider has judged. One that is to be repeated always says why.
func stepCode(v Verdict, said string) string {
	if v != Pass && said == string(contract.Ok) {
		return string(contract.CaptureFailed)
	}
	return shownCode(said)
}

// shownCode returns a provider's code if the phone has words for it. A vendor, or a worker that is newer than this process, may send
// another one.
func shownCode(said string) string {
	if contract.FaceGuidanceCode(said).Valid() {
		return said
	}
	return string(contract.CaptureFailed)
}

// Template is a face in the representation of one descriptor. Data are biometric: encrypt them and never log them.
type Template struct {
	// Descriptor is the descriptor's id and version ("faceapi-resnet 1.7.15"). Templates of different descriptors cannot be compared.
	Descriptor string
	Data       []byte
}

// Provider evaluates faces. An error means that nothing was evaluated (ErrUnavailable).
type Provider interface {
	// Ready returns nil if checks can be made now. It returns quickly.
	Ready(ctx context.Context) error
	// Comparable reports whether templates of a descriptor can still be compared. It returns false only if the provider has just
	// said so: an older answer must not be used for a template that the provider has made since.
	Comparable(ctx context.Context, descriptor string) (bool, error)
	// Start begins a check with the steps and returns the first session.
	Start(ctx context.Context, steps []Step) (session []byte, err error)
	// Step evaluates the JPEG frames of one step, in the order in which they were taken.
	Step(ctx context.Context, session []byte, step Step, frames [][]byte) (Answer, error)
	// Finish returns the face of a check whose steps have all passed, or nil if the provider does not confirm the check as a whole.
	Finish(ctx context.Context, session []byte) (*Template, error)
	// Guide returns what a frame lacks before a step begins: "ok", or the code of a phrase. It has no effect on the check.
	Guide(ctx context.Context, step Step, frame []byte) (code string, err error)
	// Portrait searches the face on an ID. The template is set if one was found.
	Portrait(ctx context.Context, picture []byte) (PortraitResult, *Template, error)
	// Match compares a live face with another one, 1:1.
	Match(ctx context.Context, probe, enrolled Template, kind Kind) (Likeness, error)
}
