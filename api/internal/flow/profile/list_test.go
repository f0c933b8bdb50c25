package profile

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
	}, nil, Carrier{}, carrier.Standing{}, Face{})
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
		items := List(all, cards, Carrier{}, carrier.Standing{}, Face{})
		require.Equal(t, want, items[len(items)-1].State)
	}
	require.Equal(t, kyc.BankCard, Next(List(all, nil, Carrier{Offered: true}, carrier.Standing{}, Face{})))
	require.Empty(t, Next(List(all, bankcard.Glances{{Status: 0}}, Carrier{Offered: true}, carrier.Standing{}, Face{})), "what is looked at is not hers to do")
}

func TestTheCarrierIsAskedWhereItIsOffered(t *testing.T) {
	t.Parallel()
	all, cards := kyc.Progress{Done: []kyc.Topic{kyc.Identity, kyc.Personal, kyc.Company, kyc.Contacts}}, bankcard.Glances{{Status: 1}}
	last := func(check Carrier, number carrier.Standing) Item {
		items := List(all, cards, check, number, Face{})
		return items[len(items)-1]
	}
	require.Equal(t, kyc.BankCard, last(Carrier{}, carrier.Standing{}).Topic)
	choice := last(Carrier{Offered: true}, carrier.Standing{})
	require.Equal(t, Item{Topic: kyc.Opt, State: Todo, Minutes: 3, Optional: true}, choice)
	require.Empty(t, Next(List(all, cards, Carrier{Offered: true}, carrier.Standing{}, Face{})))
	require.Equal(t, kyc.Opt, Next(List(all, cards, Carrier{Offered: true, Required: true}, carrier.Standing{}, Face{})))

	try := func(kind carrier.Kind, s carrier.State) carrier.Standing {
		return carrier.Standing{Last: &carrier.Session{Kind: kind, State: s}}
	}
	for want, standings := range map[State][]carrier.Standing{
		Todo:   {{}, try(carrier.Verify, carrier.Failed), try(carrier.Verify, carrier.Expired), try(carrier.Register, carrier.Waiting)},
		Draft:  {try(carrier.Verify, carrier.Code)},
		Review: {try(carrier.Verify, carrier.Starting), try(carrier.Verify, carrier.Waiting)},
		Done:   {{Proof: &carrier.Session{}, Last: &carrier.Session{Kind: carrier.Verify, State: carrier.Failed}}},
	} {
		for _, standing := range standings {
			require.Equal(t, want, last(Carrier{Offered: true}, standing).State)
		}
	}
}

func TestTheFaceIsAChoiceAfterTheIdentity(t *testing.T) {
	t.Parallel()
	last := func(p kyc.Progress, own Face) Item {
		items := List(p, nil, Carrier{}, carrier.Standing{}, own)
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
