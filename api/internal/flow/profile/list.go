package profile

import (
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
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
}

var minutes = map[kyc.Topic]int{kyc.Identity: 3, kyc.Personal: 2, kyc.Company: 2, kyc.Contacts: 2, kyc.BankCard: 1}

// List is the verification list in the order in which the topics are asked.
func List(p kyc.Progress, cards bankcard.Glances) []Item {
	items := make([]Item, len(kyc.Topics))
	for i, topic := range kyc.Topics {
		items[i] = Item{Topic: topic, State: state(topic, p, cards), Minutes: minutes[topic]}
	}
	return items
}

func state(topic kyc.Topic, p kyc.Progress, cards bankcard.Glances) State {
	switch {
	case topic == kyc.BankCard && cards.AnyActive(), p.Has(topic):
		return Done
	case topic == kyc.BankCard && waiting(cards):
		return Review
	case p.Begun(topic):
		return Draft
	default:
		return Todo
	}
}

// waiting reports whether a card is inactive: somebody looks at it, or it is not proved yet.
func waiting(cards bankcard.Glances) bool {
	for _, card := range cards {
		if card.Status == 0 {
			return true
		}
	}
	return false
}

// Next is the topic to go on with, empty when nothing is left to do.
func Next(items []Item) kyc.Topic {
	for _, item := range items {
		if item.State == Todo || item.State == Draft {
			return item.Topic
		}
	}
	return ""
}
