package reason

import (
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

// Phrase is the name of a sentence that is not an API response: what the client shows if it received no response, and what a
// face check tells the person in front of the camera. Its name is the specification's code if there is one.
type Phrase string

// What the client shows on its own (spec 8).
const (
	// NetworkFailed is shown if no response was received.
	NetworkFailed Phrase = "F0000"
	// NoMessage is shown if a failure contains no text.
	NoMessage Phrase = "F0001"
)

// How a face check can end without a result, and the instructions of its steps (spec 8).
const (
	FaceSystemError   Phrase = "000"
	FaceNoCamera      Phrase = "001"
	FacePhoneTooOld   Phrase = "002"
	FaceTimeout       Phrase = "003"
	FaceStepTurnLeft  Phrase = "step_turn_left"
	FaceStepTurnRight Phrase = "step_turn_right"
	FaceStepCloseEyes Phrase = "step_close_eyes"
	FaceStepOpenMouth Phrase = "step_open_mouth"
	FaceStepLookUp    Phrase = "step_look_up"
	FaceStepCloser    Phrase = "step_come_closer"
	FaceStepStraight  Phrase = "step_look_straight"
)

// Guidance in front of the camera (spec 8), in order of priority: the first match is shown.
const (
	FaceNone          Phrase = "no_face"
	FaceSeveral       Phrase = "several_faces"
	FaceTooDark       Phrase = "too_dark"
	FaceTooBright     Phrase = "too_bright"
	FaceOutOfImage    Phrase = "out_of_image"
	FaceTooFar        Phrase = "too_far"
	FaceTooClose      Phrase = "too_close"
	FaceYaw           Phrase = "yaw"
	FacePitch         Phrase = "pitch"
	FaceRoll          Phrase = "roll"
	FaceNoseCovered   Phrase = "nose_occluded"
	FaceChinCovered   Phrase = "chin_occluded"
	FaceCheeksCovered Phrase = "cheeks_occluded"
	FaceMouthCovered  Phrase = "mouth_occluded"
	FaceEyesCovered   Phrase = "eyes_occluded"
	FaceEyesClosed    Phrase = "eyes_closed"
	FaceHoldStill     Phrase = "hold_still"
	FaceCaptureFailed Phrase = "capture_failed"
	FaceGood          Phrase = "ok"
)

var phrases = []Phrase{
	NetworkFailed,
	NoMessage,
	FaceSystemError,
	FaceNoCamera,
	FacePhoneTooOld,
	FaceTimeout,
	FaceStepTurnLeft,
	FaceStepTurnRight,
	FaceStepCloseEyes,
	FaceStepOpenMouth,
	FaceStepLookUp,
	FaceStepCloser,
	FaceStepStraight,
	FaceNone,
	FaceSeveral,
	FaceTooDark,
	FaceTooBright,
	FaceOutOfImage,
	FaceTooFar,
	FaceTooClose,
	FaceYaw,
	FacePitch,
	FaceRoll,
	FaceNoseCovered,
	FaceChinCovered,
	FaceCheeksCovered,
	FaceMouthCovered,
	FaceEyesCovered,
	FaceEyesClosed,
	FaceHoldStill,
	FaceCaptureFailed,
	FaceGood,
}

var phraseTexts = texts.Group[map[Phrase]string]("phrase")

// Text returns the sentence in a language; "" for an unknown phrase.
func (p Phrase) Text(l lang.Lang) string { return phraseTexts.In(l)[p] }

// Phrases returns every phrase.
func Phrases() []Phrase { return slices.Clone(phrases) }
