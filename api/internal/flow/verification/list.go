package verification

import "github.com/loanmarket/loanmarket/api/internal/domain/kyc"

// Item is one line of the verification list.
type Item struct {
	Topic kyc.Topic
	State kyc.State
	// Minutes is how long the topic usually takes.
	Minutes int
	// Optional topics are the borrower's choice and do not count towards the progress.
	Optional bool
}

// CarrierTopic says how the list shows the verification with the mobile carrier.
type CarrierTopic struct {
	// Offered is false if the deployment has no carrier verification. The topic is then hidden.
	Offered bool
	// Required means that an application needs it.
	Required bool
}

var minutes = map[kyc.Topic]int{kyc.Identity: 3, kyc.Personal: 2, kyc.Company: 2, kyc.Contacts: 2, kyc.BankCard: 1, kyc.Opt: 3, kyc.Face: 1}

// List returns the verification list in the order in which the topics are asked. faceOffered is false if the product
// has no face checks; the topic is then hidden.
func List(p kyc.Progress, check CarrierTopic, faceOffered bool) []Item {
	items := make([]Item, 0, len(kyc.Topics)+1)
	add := func(topic kyc.Topic, optional bool) {
		items = append(items, Item{Topic: topic, State: p.Of(topic), Minutes: minutes[topic], Optional: optional})
	}
	for _, topic := range kyc.Topics {
		if topic != kyc.Opt {
			add(topic, false)
		} else if check.Offered {
			add(topic, !check.Required)
		}
	}
	if faceOffered && p.Of(kyc.Identity) == kyc.Done {
		add(kyc.Face, true)
	}
	return items
}

// Next returns the topic to continue with; empty if everything that an application needs is done.
func Next(items []Item) kyc.Topic {
	for _, item := range items {
		if !item.Optional && (item.State == kyc.Todo || item.State == kyc.Begun) {
			return item.Topic
		}
	}
	return ""
}
