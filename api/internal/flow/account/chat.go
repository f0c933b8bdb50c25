package account

import (
	"context"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// ForgetChatArgs are the arguments of the job that deletes an erased member from the chat.
type ForgetChatArgs struct {
	MemberID uuid.UUID `json:"memberId"`
}

// Kind names the job.
func (ForgetChatArgs) Kind() string { return "account.forget_chat" }

// InsertOpts names its queue.
func (ForgetChatArgs) InsertOpts() river.InsertOpts { return job.Marketing.Options() }

// forgetting returns the job that deletes a member from the chat; none if there is no chat to delete from.
func (a *Account) forgetting(id uuid.UUID) []job.Job {
	if a.chat == nil {
		return nil
	}
	return job.Of(ForgetChatArgs{MemberID: id})
}

// ForgetChat makes the chat delete what it stores about a member. It may be repeated.
func (a *Account) ForgetChat(ctx context.Context, args ForgetChatArgs) error {
	if a.chat == nil {
		return nil
	}
	return a.chat.Forget(ctx, args.MemberID)
}
