package jobs

import (
	"errors"
	"fmt"
	"testing"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/ads"
)

func TestReportThatSomebodyHasToFixRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err              error
		alarm, cancelled bool
	}{
		{nil, false, false},
		{errors.New("no connection"), false, false},
		{ads.ErrUnauthorized, true, false},
		{ads.ErrNotFound, true, false},
		{ads.ErrRefused, true, true},
	} {
		var alarms int
		err := test.err
		if err != nil {
			err = fmt.Errorf("%w: responded", err)
		}
		got := Marketing{Alarm: func(error) { alarms++ }}.result(err)
		require.Equal(t, test.alarm, alarms == 1, "%v", test.err)
		var cancel *river.JobCancelError
		require.Equal(t, test.cancelled, errors.As(got, &cancel), "%v", test.err)
		require.ErrorIs(t, got, test.err)
	}
}
