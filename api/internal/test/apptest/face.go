package apptest

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// Faces sets the provider of face checks.
func Faces(p facecheck.Provider) Option { return func(s *setup) { s.faces = p } }

// FacePhone is a borrower's phone with a camera and the device key that its page stores.
type FacePhone struct {
	*Client
	key *ecdsa.PrivateKey
}

// WithFace gives a phone a key; it is not registered yet.
func (c *Client) WithFace(t testing.TB) *FacePhone {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	return &FacePhone{Client: c, key: key}
}

// PublicKey returns the public key as the page sends it.
func (p *FacePhone) PublicKey(t testing.TB) string {
	t.Helper()
	spki, err := x509.MarshalPKIXPublicKey(&p.key.PublicKey)
	require.NoError(t, err)
	return base64.StdEncoding.EncodeToString(spki)
}

// Sign signs a nonce as WebCrypto does.
func (p *FacePhone) Sign(t testing.TB, nonce string) string {
	t.Helper()
	sum := sha256.Sum256([]byte("loanmarket-face:" + nonce))
	r, s, err := ecdsa.Sign(rand.Reader, p.key, sum[:])
	require.NoError(t, err)
	raw := make([]byte, 64)
	r.FillBytes(raw[:32])
	s.FillBytes(raw[32:])
	return base64.StdEncoding.EncodeToString(raw)
}

// Agree gives the consent to biometric data.
func (p *FacePhone) Agree(t testing.TB) {
	t.Helper()
	p.OK(t, "memberSetConsent", map[string]any{"kind": "biometrics", "version": "1.0", "granted": true}, nil)
}

// Register registers the device's key.
func (p *FacePhone) Register(t testing.TB) contract.DeviceKeyData {
	t.Helper()
	var data contract.DeviceKeyData
	p.OK(t, "memberDeviceKey", map[string]any{"publicKey": p.PublicKey(t)}, &data)
	return data
}

// Open requests the token of a check.
func (p *FacePhone) Open(t testing.TB, scene string) contract.FaceTokenData {
	t.Helper()
	var data contract.FaceTokenData
	p.OK(t, "memberFaceQueryToken", p.Asking(scene), &data)
	return data
}

// Asking returns the request body of queryToken.
func (p *FacePhone) Asking(scene string) map[string]any {
	asking := map[string]any{"scene": scene}
	if scene == "login" {
		asking["phoneNum"] = p.Phone
	}
	return asking
}

// Begin signs the nonce and starts the check; the result contains the first step.
func (p *FacePhone) Begin(t testing.TB, opened contract.FaceTokenData) contract.FaceProgress {
	t.Helper()
	var progress contract.FaceProgress
	p.OK(t, "memberFaceStart", map[string]any{"faceToken": opened.FaceToken, "signature": p.Sign(t, opened.Nonce)}, &progress)
	return progress
}

// busyTime is how long frames are sent again to a worker that is busy. On a slow machine the real one does not judge in time.
const busyTime = 2 * time.Minute

// Answer sends frames for the current step, after the time that a person needs, and again while the worker is busy, as the app does.
func (p *FacePhone) Answer(t testing.TB, token string, step contract.FaceProgress, frames ...[]byte) contract.FaceProgress {
	t.Helper()
	require.NotNil(t, step.Step, "no step is in progress: %+v", step)
	p.Stack.AdvanceWall(time.Second)
	var progress contract.FaceProgress
	send := func() Answer {
		return p.Frames(t, "memberFaceStep", map[string]string{"faceToken": token, "stepNonce": step.Step.StepNonce}, frames...)
	}
	answer := send()
	for began := time.Now(); answer.Failure.Reason == reason.FaceUnavailable && time.Since(began) < busyTime; answer = send() {
		<-time.After(time.Duration(answer.Failure.RetryAfter) * time.Second)
	}
	require.True(t, answer.Success, "%d %s", answer.Status, answer.Body)
	require.NoError(t, json.Unmarshal(answer.Data, &progress))
	return progress
}

// Steps answers all steps of a check, and returns the token.
func (p *FacePhone) Steps(t testing.TB, scene string) (token string, last contract.FaceProgress) {
	t.Helper()
	opened := p.Open(t, scene)
	last = p.Begin(t, opened)
	for last.State == contract.FaceProgressStateStep {
		last = p.Answer(t, opened.FaceToken, last, Frame(t), Frame(t), Frame(t), Frame(t))
	}
	return opened.FaceToken, last
}

// Enrol enrols the face of a borrower who is logged in and has submitted an identity.
func (p *FacePhone) Enrol(t testing.TB) contract.FaceVerdictData {
	t.Helper()
	p.Agree(t)
	p.Register(t)
	token, _ := p.Steps(t, "enrol")
	var verdict contract.FaceVerdictData
	p.OK(t, "memberBindFace", map[string]any{"faceToken": token}, &verdict)
	return verdict
}

// Frames sends a form with frames.
func (p *FacePhone) Frames(t testing.TB, operation string, words map[string]string, frames ...[]byte) Answer {
	t.Helper()
	answer, err := p.TryFrames(t.Context(), operation, words, frames...)
	require.NoError(t, err)
	require.NoError(t, p.Stack.check(Operation(t, operation), answer), "%s", answer.Body)
	return answer
}

// TryFrames is Frames for use from any goroutine.
func (p *FacePhone) TryFrames(ctx context.Context, operation string, words map[string]string, frames ...[]byte) (Answer, error) {
	return p.TryForm(ctx, operation, words, "frame", frames...)
}

var frameNumber atomic.Uint32

// Frame returns a picture that differs from every other frame.
func Frame(t testing.TB) []byte {
	t.Helper()
	n := frameNumber.Add(1)
	picture := image.NewGray(image.Rect(0, 0, 64, 64))
	for i := range picture.Pix {
		picture.Pix[i] = uint8(n>>(8*(i%4))) ^ uint8(i)
	}
	picture.SetGray(0, 0, color.Gray{Y: 1})
	var raw bytes.Buffer
	require.NoError(t, jpeg.Encode(&raw, picture, nil))
	// The bytes are appended after the end of the picture: frames may look the same, but their bytes always differ.
	return append(raw.Bytes(), byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}
