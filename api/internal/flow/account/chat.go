package account

import (
	"context"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// ForgetChatArgs ask for a member who was erased to be forgotten by the chat, too.
type ForgetChatArgs struct {
	MemberID uuid.UUID `json:"memberId"`
}

// Kind names the job.
func (ForgetChatArgs) Kind() string { return "account.forget_chat" }

// InsertOpts names its queue.
func (ForgetChatArgs) InsertOpts() river.InsertOpts { return job.Marketing.Options() }

// forgetting is the job where there is a chat that can be told; none elsewhere.
func (a *Account) forgetting(id uuid.UUID) []job.Job {
	if a.chat == nil {
		return nil
	}
	return job.Of(ForgetChatArgs{MemberID: id})
}

// ForgetChat has the chat delete what it knows of a member. It may be repeated.
func (a *Account) ForgetChat(ctx context.Context, args ForgetChatArgs) error {
	if a.chat == nil {
		return nil
	}
	return a.chat.Forget(ctx, args.MemberID)
}
