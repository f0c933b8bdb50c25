package main_test

import (
	"context"
	"encoding/json"
	"regexp"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// vinaphone is the carrier of the numbers in the tests.
const vinaphone = "vinaphone"

var operatorCode = regexp.MustCompile(`[0-9]{6}$`)

// prove has the carrier confirm the number, with as many attempts as it takes.
func (l *loan) prove() error {
	at := contract.CarrierSession{}
	for l.ctx.Err() == nil {
		operation, request := "mallResult", body{}
		switch at.State {
		case contract.CarrierSessionStateSucceeded:
			return nil
		case contract.CarrierSessionStateCode:
			text, err := l.message("%OTP%")
			if err != nil {
				return err
			}
			operation, request["smsCode"] = "mallNext", operatorCode.FindString(text)
		case contract.CarrierSessionStateStarting, contract.CarrierSessionStateWaiting:
			pause(l.ctx, 100*time.Millisecond)
		default:
			operation, request["type"], request["servicePassword"] = "mallDetail", "password", "matkhau7391"
		}
		request["{channel}"] = vinaphone
		if l.once(operation, request, &at) {
			continue
		}
		// How long a carrier may stay silent before a request counts as lost is not under test.
		if err := l.plant(`UPDATE carrier_session SET created_at = created_at - interval '45 seconds' WHERE member_id = $1 AND state = 'starting'`, l.MemberID); err != nil {
			return err
		}
		at.State = ""
		if !l.once("mallResult", body{"{channel}": vinaphone}, &at) {
			pause(l.ctx, 100*time.Millisecond)
		}
	}
	return l.ctx.Err()
}

// faceStep is slightly more than the time that a person needs for a step of a face check.
const faceStep = 800 * time.Millisecond

// enrol enrols the face, with as many checks as it takes.
func (l *loan) enrol() error {
	if err := l.say("memberSetConsent", body{"kind": "biometrics", "version": "1.0", "granted": true}, nil); err != nil {
		return err
	}
	for l.ctx.Err() == nil {
		if err := l.plant(`DELETE FROM rate_limit`); err != nil {
			return err
		}
		if l.hadIDTaken() && l.once("memberDeviceKey", body{"publicKey": l.camera.PublicKey(l.t)}, nil) && l.check("enrol", "memberBindFace") {
			return nil
		}
		var status contract.FaceStatusData
		if l.once("memberFace", body{}, &status) && status.Enrolment == contract.FaceEnrolmentStateActive {
			return nil
		}
		pause(l.ctx, 100*time.Millisecond)
	}
	return l.ctx.Err()
}

// hadIDTaken adds a picture to the inserted identity and reports whether it succeeded.
func (l *loan) hadIDTaken() bool {
	var front contract.FileData
	answer, err := l.answered("fileUpload", func(ctx context.Context) (apptest.Answer, error) {
		return l.TryForm(ctx, "fileUpload", map[string]string{"kind": "identity"}, "file", apptest.Frame(l.t))
	})
	if err != nil || !answer.Success || json.Unmarshal(answer.Data, &front) != nil {
		return false
	}
	return l.plant(`UPDATE identity SET front_file_id = $2 WHERE member_id = $1`, l.MemberID, front.FileID) == nil
}

// showFace passes a face check before the payout account is changed.
func (l *loan) showFace() error {
	for l.ctx.Err() == nil {
		if err := l.plant(`DELETE FROM rate_limit`); err != nil {
			return err
		}
		if l.check("card", "memberFaceCheckLiveness") {
			return nil
		}
		pause(l.ctx, 100*time.Millisecond)
	}
	return l.ctx.Err()
}

// check runs one face check with the call that gives its verdict, and reports whether it passed.
func (l *loan) check(scene, verdict string) bool {
	l.camera.Token = l.Token
	var opened contract.FaceTokenData
	if !l.once("memberFaceQueryToken", l.camera.Asking(scene), &opened) {
		return false
	}
	var at contract.FaceProgress
	if !l.once("memberFaceStart", body{"faceToken": opened.FaceToken, "signature": l.camera.Sign(l.t, opened.Nonce)}, &at) {
		return false
	}
	for at.State == contract.FaceProgressStateStep && at.Step != nil {
		pause(l.ctx, faceStep)
		words := map[string]string{"faceToken": opened.FaceToken, "stepNonce": at.Step.StepNonce}
		answer, err := l.answered("memberFaceStep", func(ctx context.Context) (apptest.Answer, error) {
			return l.camera.TryFrames(ctx, "memberFaceStep", words, apptest.Frame(l.t), apptest.Frame(l.t), apptest.Frame(l.t))
		})
		if err != nil || !answer.Success || json.Unmarshal(answer.Data, &at) != nil {
			return false
		}
	}
	return at.State == contract.FaceProgressStateDone && l.once(verdict, body{"faceToken": opened.FaceToken}, nil)
}
