package http

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

func faceCalls(s *Server) {
	call(s, "memberFaceQueryToken", s.faceQueryToken)
	call(s, "memberFaceStart", s.faceStart)
	raw(s, "memberFaceLook", s.faceLook)
	raw(s, "memberFaceStep", s.faceStep)
	call(s, "memberFaceCheckLiveness", s.faceCheckLiveness)
	call(s, "memberBindFace", s.bindFace)
	call(s, "memberFace", s.faceStatus)
	call(s, "memberDeviceKey", s.deviceKey)
}

func (s *Server) faceQueryToken(_ context.Context, _ Caller, _ contract.FaceTokenRequest) (contract.FaceTokenData, error) {
	return contract.FaceTokenData{}, reason.New(reason.FaceNotOffered)
}

func (s *Server) faceStart(_ context.Context, _ Caller, _ contract.FaceStartRequest) (contract.FaceProgress, error) {
	return contract.FaceProgress{}, reason.New(reason.FaceTokenExpired)
}

func (s *Server) faceLook(_ context.Context, _ Caller, _ *Request) error {
	return reason.New(reason.FaceTokenExpired)
}

func (s *Server) faceStep(_ context.Context, _ Caller, _ *Request) error {
	return reason.New(reason.FaceTokenExpired)
}

func (s *Server) faceCheckLiveness(_ context.Context, _ Caller, _ contract.FaceTokenOnly) (contract.FaceVerdictData, error) {
	return contract.FaceVerdictData{}, reason.New(reason.FaceTokenExpired)
}

func (s *Server) bindFace(_ context.Context, _ Caller, _ contract.FaceTokenOnly) (contract.FaceVerdictData, error) {
	return contract.FaceVerdictData{}, reason.New(reason.FaceTokenExpired)
}

// faceStatus: no face check is configured.
func (s *Server) faceStatus(_ context.Context, _ Caller, _ contract.Empty) (contract.FaceStatusData, error) {
	return contract.FaceStatusData{Enrolment: contract.FaceEnrolmentStateNone}, nil
}

func (s *Server) deviceKey(_ context.Context, _ Caller, _ contract.DeviceKeyRequest) (contract.DeviceKeyData, error) {
	return contract.DeviceKeyData{}, reason.New(reason.FaceNotOffered)
}
