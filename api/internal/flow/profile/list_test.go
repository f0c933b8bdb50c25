package profile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
)

func TestListSaysHowFarEveryTopicIs(t *testing.T) {
	t.Parallel()
	items := List(kyc.Progress{
		Done:  []kyc.Topic{kyc.Identity},
		Draft: []kyc.Topic{kyc.Identity, kyc.Company},
	}, nil)
	states := map[kyc.Topic]State{}
	for _, item := range items {
		states[item.Topic] = item.State
		require.Positive(t, item.Minutes)
	}
	require.Equal(t, map[kyc.Topic]State{
		kyc.Identity: Done, kyc.Personal: Todo, kyc.Company: Draft, kyc.Contacts: Todo, kyc.BankCard: Todo,
	}, states)
	require.Equal(t, kyc.Personal, Next(items), "the order of the list, not that of the drafts")
}

func TestCardStates(t *testing.T) {
	t.Parallel()
	all := kyc.Progress{Done: []kyc.Topic{kyc.Identity, kyc.Personal, kyc.Company, kyc.Contacts}}
	for want, cards := range map[State]bankcard.Glances{
		Todo:   {{Status: 2}},
		Review: {{Status: 2}, {Status: 0}},
		Done:   {{Status: 0}, {Status: 1}},
	} {
		items := List(all, cards)
		require.Equal(t, want, items[len(items)-1].State)
	}
	require.Equal(t, kyc.BankCard, Next(List(all, nil)))
	require.Empty(t, Next(List(all, bankcard.Glances{{Status: 0}})), "what is looked at is not hers to do")
}
