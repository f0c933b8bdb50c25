package ops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// statuses are the operators' names for the statuses of an order.
var statuses = map[loan.Status]string{
	loan.WaitingReview: "waiting_review", loan.UnderReview: "under_review", loan.Rejected: "rejected",
	loan.ToConfirm: "to_confirm", loan.Disbursing: "disbursing", loan.DisbursementFailed: "disbursement_failed",
	loan.Cancelled: "cancelled", loan.CancelledBySystem: "cancelled_by_system", loan.WaitingPayment: "paid_out",
}

// statusName returns the name of a status; for a running loan, that of its repay status.
func statusName(s loan.Status, repay loan.RepayStatus) string {
	if s == loan.WaitingPayment {
		switch repay {
		case loan.RepayOverdue:
			return "overdue"
		case loan.RepaySettled:
			return "settled"
		}
	}
	return statuses[s]
}

// statusesNamed parses names, or the specification's numbers.
func statusesNamed(names []string) ([]loan.Status, error) {
	var found []loan.Status
	for _, name := range names {
		status, ok := statusNamed(name)
		if !ok {
			all := slices.Sorted(func(yield func(string) bool) {
				for _, known := range statuses {
					if !yield(known) {
						return
					}
				}
			})
			return nil, fmt.Errorf("unknown status %q: use one of %s", name, strings.Join(all, ", "))
		}
		found = append(found, status)
	}
	return found, nil
}

func statusNamed(name string) (loan.Status, bool) {
	for status, known := range statuses {
		if name == known || name == fmt.Sprint(int(status)) {
			return status, true
		}
	}
	return 0, false
}
