package http

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

func deviceCalls(s *Server) {
	call(s, "memberDevices", s.devices)
	call(s, "memberLogOutDevices", s.logOutDevices)
}

func (s *Server) devices(ctx context.Context, c Caller, _ contract.Empty) (contract.DevicesData, error) {
	all, err := s.services.Members.Devices(ctx, s.services.Pool, c.MemberID)
	data := contract.DevicesData{Devices: make([]contract.LoggedInDevice, len(all))}
	for i, d := range all {
		data.Devices[i] = contract.LoggedInDevice{
			DeviceID: d.ID, Platform: member.Platform(d.Label), Browser: member.Browser(d.Label), Current: d.ID == c.DeviceID,
			Trusted: d.Trusted, LoggedInAt: d.LoggedInAt.UTC(), SeenAt: d.SeenAt.UTC(),
		}
	}
	return data, err
}

// logOutDevices ends the sessions of one device, or of all but this one.
func (s *Server) logOutDevices(ctx context.Context, c Caller, req contract.LogOutDevicesRequest) (contract.DevicesData, error) {
	var err error
	if req.DeviceID == nil {
		err = s.services.Members.LogOutOthers(ctx, s.services.Pool, c.Session)
	} else {
		err = s.services.Members.LogOutDevice(ctx, s.services.Pool, c.MemberID, *req.DeviceID)
	}
	if err != nil {
		return contract.DevicesData{}, err
	}
	return s.devices(ctx, c, contract.Empty{})
}
