package server

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// maxUploadMemory is the maximum total size in bytes of the uploads that one process reads and handles at the same time.
	maxUploadMemory = 64 << 20
	// addressRoom is the maximum for one address. It is half of the total: thousands of users share the address of a
	// mobile carrier, and still no address can block the others.
	addressRoom = maxUploadMemory / 2
	// maxConcurrentUploads is the maximum number of uploads per borrower: a complaint has three pictures.
	maxConcurrentUploads = 3
	// uploadSlotTimeout is how long an upload waits for room.
	uploadSlotTimeout = 10 * time.Second
)

// uploading admits uploads while there is room for their announced sizes. An upload of unknown size counts with the
// maximum of its call.
type uploading struct {
	all *semaphore.Weighted

	mu        sync.Mutex
	addresses map[string]*addressUploads
	members   map[uuid.UUID]int
}

// addressUploads is the room of an address. It is deleted when nobody uploads from there.
type addressUploads struct {
	room  *semaphore.Weighted
	users int
}

func newUploading() *uploading {
	return &uploading{all: semaphore.NewWeighted(maxUploadMemory), addresses: map[string]*addressUploads{}, members: map[uuid.UUID]int{}}
}

// enter waits for room for the announced length; a negative one means unknown.
func (u *uploading) enter(ctx context.Context, who Caller, announced, limit int) (leave func(), err error) {
	size := int64(limit)
	if announced >= 0 {
		size = min(size, int64(announced))
	}
	from := AddressOf(who.IP)
	one, ok := u.join(from, who.MemberID)
	if !ok {
		return nil, reason.New(reason.TooManyRequests).After(time.Second)
	}
	ctx, cancel := context.WithTimeout(ctx, uploadSlotTimeout)
	defer cancel()
	if err := one.room.Acquire(ctx, size); err != nil {
		u.part(from, who.MemberID)
		return nil, reason.New(reason.SystemBusy).After(time.Second).Because(err)
	}
	if err := u.all.Acquire(ctx, size); err != nil {
		one.room.Release(size)
		u.part(from, who.MemberID)
		return nil, reason.New(reason.SystemBusy).After(time.Second).Because(err)
	}
	return func() {
		u.all.Release(size)
		one.room.Release(size)
		u.part(from, who.MemberID)
	}, nil
}

// EnterUpload waits for room for this upload of a member. leave releases the room and must be called once. Reasons:
// too_many_requests if the borrower has too many uploads in progress, system_busy if there is no room within
// uploadSlotTimeout.
func (r *Request) EnterUpload(ctx context.Context, who Caller) (leave func(), err error) {
	return r.s.uploading.enter(ctx, who, r.c.Request().Header.ContentLength(), r.limit())
}

func (u *uploading) join(from string, member uuid.UUID) (*addressUploads, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.members[member] >= maxConcurrentUploads {
		return nil, false
	}
	u.members[member]++
	one := u.addresses[from]
	if one == nil {
		one = &addressUploads{room: semaphore.NewWeighted(addressRoom)}
		u.addresses[from] = one
	}
	one.users++
	return one, true
}

func (u *uploading) part(from string, member uuid.UUID) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.members[member]--; u.members[member] == 0 {
		delete(u.members, member)
	}
	if one := u.addresses[from]; one != nil {
		if one.users--; one.users == 0 {
			delete(u.addresses, from)
		}
	}
}
