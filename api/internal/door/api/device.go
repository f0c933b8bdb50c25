package api

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

func deviceCalls(a *API) {
	server.ReadOnly(a.Server, "memberDevices", a.devices)
	server.Call(a.Server, "memberLogOutDevices", a.logOutDevices)
}

func (a *API) devices(ctx context.Context, c server.Caller, _ contract.Empty) (contract.DevicesData, error) {
	all, err := a.Services.Members.Devices(ctx, a.Services.Pool, c.MemberID)
	data := contract.DevicesData{Devices: make([]contract.LoggedInDevice, len(all))}
	for i, d := range all {
		data.Devices[i] = contract.LoggedInDevice{
			DeviceID: d.ID, Platform: member.Platform(d.Label), Browser: member.Browser(d.Label), Current: d.ID == c.DeviceID,
			Trusted: d.Trusted, LoggedInAt: d.LoggedInAt.UTC(), SeenAt: d.SeenAt.UTC(),
		}
	}
	return data, err
}

// logOutDevices ends the sessions of one device, or of all devices except this one.
func (a *API) logOutDevices(ctx context.Context, c server.Caller, req contract.LogOutDevicesRequest) (contract.DevicesData, error) {
	var err error
	if req.DeviceID == nil {
		err = a.Services.Members.LogOutOthers(ctx, a.Services.Pool, c.Session)
	} else {
		err = a.Services.Members.LogOutDevice(ctx, a.Services.Pool, c.Session, *req.DeviceID)
	}
	if err != nil {
		return contract.DevicesData{}, err
	}
	return a.devices(ctx, c, contract.Empty{})
}
