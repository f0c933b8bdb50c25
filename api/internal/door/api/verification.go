package api

import (
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/flow/verification"
)

// verificationList returns the list with its progress.
func verificationList(items []verification.Item) contract.AuthListData {
	list := contract.AuthListData{Items: make([]contract.AuthItem, len(items)), Next: string(verification.Next(items))}
	for i, item := range items {
		list.Items[i] = contract.AuthItem{
			Topic: contract.AuthItemTopic(item.Topic), State: contract.AuthItemState(item.State), Minutes: item.Minutes,
			Optional: item.Optional,
		}
		if item.Optional {
			continue
		}
		list.Total++
		if item.State == kyc.Done {
			list.Done++
		}
	}
	list.Percent = 100 * list.Done / max(1, list.Total)
	return list
}
