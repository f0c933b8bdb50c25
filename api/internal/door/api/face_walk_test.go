package api_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// faces enrols a face and logs in with it.
func (w *journey) faces(t *testing.T, script *apptest.FaceScript) {
	t.Helper()
	p := w.known(t)
	w.c = p.Client
	p.Agree(t)
	w.do(t, "memberFace", body{}, nil)
	w.do(t, "memberDeviceKey", body{"publicKey": p.PublicKey(t)}, nil)
	for scene, verdict := range map[string]string{"enrol": "memberBindFace", "card": "memberFaceCheckLiveness"} {
		passWithPicture(script, 3)
		var opened contract.FaceTokenData
		w.do(t, "memberFaceQueryToken", p.Asking(scene), &opened)
		var at contract.FaceProgress
		w.do(t, "memberFaceStart", body{"faceToken": opened.FaceToken, "signature": p.Sign(t, opened.Nonce)}, &at)
		answer := p.Frames(t, "memberFaceLook", map[string]string{"faceToken": opened.FaceToken}, apptest.Frame(t))
		w.recordTrips("memberFaceLook", answer)
		for at.State == contract.FaceProgressStateStep {
			w.AdvanceWall(time.Second)
			answer := p.Frames(t, "memberFaceStep", stepFields(opened.FaceToken, at.Step.StepNonce), apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
			require.True(t, answer.Success, "%s", answer.Body)
			w.recordTrips("memberFaceStep", answer)
			readInto(t, answer, &at)
		}
		w.do(t, verdict, body{"faceToken": opened.FaceToken}, nil)
	}
}
