package verification

import (
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
)

// State is how far one topic of the verification is.
type State string

// The states.
const (
	Todo   State = "todo"
	Draft  State = "draft"
	Review State = "review"
	Done   State = "done"
)

// Item is one line of the verification list.
type Item struct {
	Topic kyc.Topic
	State State
	// Minutes is how long the topic usually takes.
	Minutes int
	// Optional topics are the borrower's choice and count in no progress.
	Optional bool
}

// Face is the topic of face checks, as far as the list goes.
type Face struct {
	// Offered is false where the product has none: the topic is not shown then.
	Offered bool
	State   face.EnrolmentState
}

// FaceTopic is the topic's name. It is the borrower's choice, and comes after the identity.
const FaceTopic kyc.Topic = "face"

// CarrierTopic is the verification with the mobile carrier, as far as the list goes.
type CarrierTopic struct {
	// Offered is false where the deployment has none: the topic is not shown then.
	Offered bool
	// Required puts it among what an application needs.
	Required bool
}

var minutes = map[kyc.Topic]int{kyc.Identity: 3, kyc.Personal: 2, kyc.Company: 2, kyc.Contacts: 2, kyc.BankCard: 1, kyc.Opt: 3, FaceTopic: 1}

// List is the verification list in the order in which the topics are asked.
func List(p kyc.Progress, cards bankcard.Summaries, check CarrierTopic, number carrier.Verification, own Face) []Item {
	items := make([]Item, 0, len(kyc.Topics)+1)
	for _, topic := range kyc.Topics {
		if topic == kyc.Opt && !check.Offered {
			continue
		}
		items = append(items, Item{
			Topic: topic, State: state(topic, p, cards, number), Minutes: minutes[topic], Optional: topic == kyc.Opt && !check.Required,
		})
	}
	if own.Offered && p.Has(kyc.Identity) {
		items = append(items, Item{Topic: FaceTopic, State: ofFace(own.State), Minutes: minutes[FaceTopic], Optional: true})
	}
	return items
}

func ofFace(s face.EnrolmentState) State {
	switch s {
	case face.Active:
		return Done
	case face.UnderReview:
		return Review
	default:
		return Todo
	}
}

func state(topic kyc.Topic, p kyc.Progress, cards bankcard.Summaries, number carrier.Verification) State {
	if topic == kyc.Opt {
		return carrierState(number)
	}
	switch {
	case topic == kyc.BankCard && cards.AnyActive(), p.Has(topic):
		return Done
	case topic == kyc.BankCard && anyInactive(cards):
		return Review
	case p.Begun(topic):
		return Draft
	default:
		return Todo
	}
}

// carrierState is the state of the carrier's topic: proved, with the carrier, or begun.
func carrierState(number carrier.Verification) State {
	switch {
	case number.Proved():
		return Done
	case number.Last == nil || !number.Last.State.Running() || number.Last.Kind != carrier.Verify:
		return Todo
	case number.Last.State == carrier.Code:
		return Draft
	default:
		return Review
	}
}

// anyInactive reports whether a card is inactive: somebody looks at it, or it is not proved yet.
func anyInactive(cards bankcard.Summaries) bool {
	for _, card := range cards {
		if card.Status == 0 {
			return true
		}
	}
	return false
}

// Next is the topic to go on with, empty when nothing is left that an application needs.
func Next(items []Item) kyc.Topic {
	for _, item := range items {
		if !item.Optional && (item.State == Todo || item.State == Draft) {
			return item.Topic
		}
	}
	return ""
}
