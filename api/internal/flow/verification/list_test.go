package verification

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
)

func TestListReturnsTheStateOfEveryTopic(t *testing.T) {
	t.Parallel()
	items := List(kyc.Progress{
		Done:     []kyc.Topic{kyc.Identity},
		InReview: []kyc.Topic{kyc.BankCard},
		Begun:    []kyc.Topic{kyc.Identity, kyc.Company},
	}, CarrierTopic{}, false)
	states := map[kyc.Topic]kyc.State{}
	for _, item := range items {
		states[item.Topic] = item.State
		require.Positive(t, item.Minutes)
	}
	require.Equal(t, map[kyc.Topic]kyc.State{
		kyc.Identity: kyc.Done, kyc.Personal: kyc.Todo, kyc.Company: kyc.Begun, kyc.Contacts: kyc.Todo, kyc.BankCard: kyc.InReview,
	}, states)
	require.Equal(t, kyc.Personal, Next(items), "Next follows the order of the list, not the order of the drafts")
}

var forms = []kyc.Topic{kyc.Identity, kyc.Personal, kyc.Company, kyc.Contacts}

func TestNextSkipsTopicsInReview(t *testing.T) {
	t.Parallel()
	offered := CarrierTopic{Offered: true}
	require.Equal(t, kyc.BankCard, Next(List(kyc.Progress{Done: forms}, offered, false)))
	require.Empty(t, Next(List(kyc.Progress{Done: forms, InReview: []kyc.Topic{kyc.BankCard}}, offered, false)))
}

func TestCarrierTopicIsListedIfOfferedAndNextIfRequired(t *testing.T) {
	t.Parallel()
	all := kyc.Progress{Done: append([]kyc.Topic{kyc.BankCard}, forms...)}
	last := func(p kyc.Progress, check CarrierTopic) Item {
		items := List(p, check, false)
		return items[len(items)-1]
	}
	require.Equal(t, kyc.BankCard, last(all, CarrierTopic{}).Topic)
	require.Equal(t, Item{Topic: kyc.Opt, State: kyc.Todo, Minutes: 3, Optional: true}, last(all, CarrierTopic{Offered: true}))
	require.Empty(t, Next(List(all, CarrierTopic{Offered: true}, false)))
	require.Equal(t, kyc.Opt, Next(List(all, CarrierTopic{Offered: true, Required: true}, false)))
}

func TestFaceTopicIsOptionalAndFollowsTheIdentity(t *testing.T) {
	t.Parallel()
	last := func(p kyc.Progress, offered bool) Item {
		items := List(p, CarrierTopic{}, offered)
		return items[len(items)-1]
	}
	proved := kyc.Progress{Done: []kyc.Topic{kyc.Identity}}
	require.Equal(t, kyc.BankCard, last(proved, false).Topic, "the product has no face check")
	require.Equal(t, kyc.BankCard, last(kyc.Progress{}, true).Topic, "there is no identity to compare the face with")
	require.Equal(t, Item{Topic: kyc.Face, State: kyc.Todo, Minutes: 1, Optional: true}, last(proved, true))
}
