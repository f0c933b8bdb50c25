package server

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// from returns a borrower at an address.
func from(ip string) Caller {
	c := Caller{IP: ip}
	c.Session = member.Session{MemberID: uuid.New()}
	return c
}

func TestUploadWaitsForCapacityUntilItsTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUploading()
		var leaves []func()
		// An address may use half of the room.
		for range addressRoom / uploadLimit {
			leave, err := u.enter(t.Context(), from("10.0.0.1"), uploadLimit, uploadLimit)
			require.NoError(t, err)
			leaves = append(leaves, leave)
		}
		began := time.Now()
		_, err := u.enter(t.Context(), from("10.0.0.1"), uploadLimit, uploadLimit)
		require.Equal(t, reason.SystemBusy, reason.Of(err))
		require.Equal(t, uploadSlotTimeout, time.Since(began))
		other, err := u.enter(t.Context(), from("10.0.0.2"), uploadLimit, uploadLimit)
		require.NoError(t, err, "other addresses are not affected")
		other()

		time.AfterFunc(3*time.Second, leaves[0])
		began = time.Now()
		leave, err := u.enter(t.Context(), from("10.0.0.1"), uploadLimit, uploadLimit)
		require.NoError(t, err)
		require.Equal(t, 3*time.Second, time.Since(began), "it is admitted when another upload ends")
		leave()
		for _, leave := range leaves[1:] {
			leave()
		}
		require.Empty(t, u.addresses, "an address without uploads is removed")
		require.Empty(t, u.members)
	})
}

func TestCancelledUploadLeavesNoCounters(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUploading()
		require.NoError(t, u.all.Acquire(t.Context(), maxUploadMemory))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := u.enter(ctx, from("10.0.0.1"), 1, uploadLimit)
		require.Equal(t, reason.SystemBusy, reason.Of(err))
		u.all.Release(maxUploadMemory)
		require.Empty(t, u.addresses)
		require.Empty(t, u.members)
	})
}

// An upload without a stated length may be as long as its call allows and no longer.
func TestUploadOfUnknownLengthReservesTheLimitOfItsCall(t *testing.T) {
	t.Parallel()
	u := newUploading()
	leave, err := u.enter(t.Context(), from("10.0.0.1"), -1, maxFaceBody)
	require.NoError(t, err)
	require.True(t, u.all.TryAcquire(maxUploadMemory-maxFaceBody))
	leave()
	require.True(t, u.all.TryAcquire(maxFaceBody))
}
