package verification

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
)

func TestListSaysHowFarEveryTopicIs(t *testing.T) {
	t.Parallel()
	items := List(kyc.Progress{
		Done:  []kyc.Topic{kyc.Identity},
		Draft: []kyc.Topic{kyc.Identity, kyc.Company},
	}, nil, CarrierTopic{}, carrier.Verification{}, Face{})
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
	for want, cards := range map[State]bankcard.Summaries{
		Todo:   {{Status: 2}},
		Review: {{Status: 2}, {Status: 0}},
		Done:   {{Status: 0}, {Status: 1}},
	} {
		items := List(all, cards, CarrierTopic{}, carrier.Verification{}, Face{})
		require.Equal(t, want, items[len(items)-1].State)
	}
	require.Equal(t, kyc.BankCard, Next(List(all, nil, CarrierTopic{Offered: true}, carrier.Verification{}, Face{})))
	require.Empty(t, Next(List(all, bankcard.Summaries{{Status: 0}}, CarrierTopic{Offered: true}, carrier.Verification{}, Face{})), "what is looked at is not theirs to do")
}

func TestTheCarrierIsAskedWhereItIsOffered(t *testing.T) {
	t.Parallel()
	all, cards := kyc.Progress{Done: []kyc.Topic{kyc.Identity, kyc.Personal, kyc.Company, kyc.Contacts}}, bankcard.Summaries{{Status: 1}}
	last := func(check CarrierTopic, number carrier.Verification) Item {
		items := List(all, cards, check, number, Face{})
		return items[len(items)-1]
	}
	require.Equal(t, kyc.BankCard, last(CarrierTopic{}, carrier.Verification{}).Topic)
	choice := last(CarrierTopic{Offered: true}, carrier.Verification{})
	require.Equal(t, Item{Topic: kyc.Opt, State: Todo, Minutes: 3, Optional: true}, choice)
	require.Empty(t, Next(List(all, cards, CarrierTopic{Offered: true}, carrier.Verification{}, Face{})))
	require.Equal(t, kyc.Opt, Next(List(all, cards, CarrierTopic{Offered: true, Required: true}, carrier.Verification{}, Face{})))

	try := func(kind carrier.Kind, s carrier.State) carrier.Verification {
		return carrier.Verification{Last: &carrier.Session{Kind: kind, State: s}}
	}
	for want, all := range map[State][]carrier.Verification{
		Todo:   {{}, try(carrier.Verify, carrier.Failed), try(carrier.Verify, carrier.Expired), try(carrier.Register, carrier.Waiting)},
		Draft:  {try(carrier.Verify, carrier.Code)},
		Review: {try(carrier.Verify, carrier.Starting), try(carrier.Verify, carrier.Waiting)},
		Done:   {{Proof: &carrier.Session{}, Last: &carrier.Session{Kind: carrier.Verify, State: carrier.Failed}}},
	} {
		for _, verification := range all {
			require.Equal(t, want, last(CarrierTopic{Offered: true}, verification).State)
		}
	}
}

func TestTheFaceIsAChoiceAfterTheIdentity(t *testing.T) {
	t.Parallel()
	last := func(p kyc.Progress, own Face) Item {
		items := List(p, nil, CarrierTopic{}, carrier.Verification{}, own)
		return items[len(items)-1]
	}
	proved := kyc.Progress{Done: []kyc.Topic{kyc.Identity}}
	require.Equal(t, kyc.BankCard, last(proved, Face{}).Topic, "not where the product has none")
	require.Equal(t, kyc.BankCard, last(kyc.Progress{}, Face{Offered: true}).Topic, "there is nothing to compare it with")
	for state, want := range map[face.EnrolmentState]State{
		face.NotEnrolled: Todo, face.Ended: Todo, face.UnderReview: Review, face.Active: Done,
	} {
		require.Equal(t, Item{Topic: FaceTopic, State: want, Minutes: 1, Optional: true}, last(proved, Face{Offered: true, State: state}))
	}
}
