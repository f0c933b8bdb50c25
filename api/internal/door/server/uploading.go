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
	// uploadRoom bounds the bytes of all uploads that one process reads and handles at the same time.
	uploadRoom = 64 << 20
	// addressRoom bounds those of one address. It is a half: thousands stand behind the one address of a carrier, and still
	// no address shuts the others out.
	addressRoom = uploadRoom / 2
	// maxConcurrentUploads bounds those of one borrower: a complaint has three pictures.
	maxConcurrentUploads = 3
	// roomTimeout is how long an upload waits for its room.
	roomTimeout = 10 * time.Second
)

// uploading lets in as many uploads as there is room for, by what they announce; those of unknown length count as the
// longest of their call.
type uploading struct {
	all *semaphore.Weighted

	mu        sync.Mutex
	addresses map[string]*addressUploads
	members   map[uuid.UUID]int
}

// addressUploads is the room of an address, forgotten when nobody uploads from there.
type addressUploads struct {
	room  *semaphore.Weighted
	users int
}

func newUploading() *uploading {
	return &uploading{all: semaphore.NewWeighted(uploadRoom), addresses: map[string]*addressUploads{}, members: map[uuid.UUID]int{}}
}

// enter waits for room, by the announced length, which may be unknown.
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
	ctx, cancel := context.WithTimeout(ctx, roomTimeout)
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

// EnterUpload waits for the room of this upload of a member. leave gives it back; it is to be called once. Reasons:
// too_many_requests for a borrower who has uploads enough on the way, system_busy when there is no room for long.
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
