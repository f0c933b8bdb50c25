package repay

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Split is the newest allocation of a loan's payment, with its refunds and reversals.
type Split struct {
	PaymentID uuid.UUID
	Seq       int
	State     PaymentState
	ValueDate money.Date
	// ReceivedAt is when the gateway reported the payment.
	ReceivedAt time.Time
	Amount     int64
	// TakenBack is the total of the booked partial reversals. OwedAgain is the part that the loan owes again by an operator's decision.
	TakenBack, OwedAgain int64
	// Round is the number of the newest allocation, or 0 before the first one.
	Round int
	Parts []Part
	// Refunding and Refunded are the totals of this payment's unfinished and successful refunds. SetOff is the part of Refunded
	// that was set off against the payer's debt.
	Refunding int64
	Refunded  int64
	SetOff    int64
	// RefundFailed reports whether a refund failed or was returned, and none was made since: that one may be older than others of
	// the payment. Undecided reports whether a partial reversal waits for an operator's decision.
	RefundFailed, Undecided bool
}

// Held reports whether an overpayment is refunded only after an operator approves it.
func (s Split) Held() bool { return s.RefundFailed || s.Undecided }

// PayerOwes returns the reversed amount that the loan does not owe again and that was not set off. The payer has this money.
func (s Split) PayerOwes() int64 { return s.TakenBack - s.OwedAgain - s.SetOff }

// Intact reports whether the loan owes nothing of the payment again because of reversals.
func (s Split) Intact() bool { return s.State != Reversed && s.OwedAgain == 0 }

// SplitRow holds the rows from which a Split is computed. SplitRows reads them.
type SplitRow struct {
	PaymentID   uuid.UUID
	Seq         int
	State       PaymentState
	ValueDate   money.Date
	ReceivedAt  time.Time
	Amount      int64
	Allocations postgres.RowArray[allocationRow]
	Refunds     postgres.RowArray[refundRow]
	Reversals   postgres.RowArray[reversalRow]
}

type allocationRow struct {
	Round     int
	Component Component
	Amount    int64
}

type refundRow struct {
	Amount        int64
	State         RefundState
	FailureReason string
	CreatedAt     time.Time
	// EndedAt is when the refund succeeded, failed or was returned. It is CreatedAt if it has not ended.
	EndedAt time.Time
	ID      uuid.UUID
	SetOff  bool
}

// undone reports whether the refund failed or was returned, so that its money waits for an operator. The money of one that was
// cancelled because of a reversal does not.
func (r refundRow) undone() bool {
	return r.State == RefundReturned || r.State == RefundFailed && r.FailureReason != PaymentReversed
}

// replaces reports whether the refund was made after another one had been undone. Of refunds of the same instant it is the one
// with the higher id.
func (r refundRow) replaces(undone refundRow) bool {
	return !r.SetOff && cmp.Or(r.CreatedAt.Compare(undone.EndedAt), bytes.Compare(r.ID[:], undone.ID[:])) > 0
}

type reversalRow struct {
	Amount  int64
	Booked  bool
	Outcome ReversalOutcome
}

// SplitRows returns an unsorted column with the payments of an order. order names the order's column in the surrounding statement.
func SplitRows(order string) string {
	return postgres.SelectRowArray[SplitRow]("p", fmt.Sprintf(splitRows, allocationRows, refundRows, reversalRows, order))
}

const splitRows = `FROM (
		SELECT p.id AS payment_id, p.seq, p.state, p.value_date, p.received_at, p.amount, %s AS allocations, %s AS refunds, %s AS reversals
		FROM payment p WHERE p.order_id = %s AND p.state IN ('posted', 'reversed')) p`

var (
	allocationRows = postgres.SelectRowArray[allocationRow]("a", `FROM payment_allocation a WHERE a.payment_id = p.id`)
	refundRows     = postgres.SelectRowArray[refundRow]("r", `
		FROM (SELECT r.amount, r.state, COALESCE(r.failure_reason, '') AS failure_reason, r.created_at,
			COALESCE(r.returned_at, r.finished_at, r.created_at) AS ended_at, r.id, r.set_off FROM refund r WHERE r.payment_id = p.id) r`)
	reversalRows = postgres.SelectRowArray[reversalRow]("v", `
		FROM (SELECT v.amount, v.booked, COALESCE(d.outcome, '') AS outcome
			FROM partial_reversal v LEFT JOIN partial_reversal_decision d ON d.reversal_id = v.id WHERE v.payment_id = p.id) v`)
)

// Splits computes the splits of a loan's payments and sorts them by value date and then by number. Sorted here because setting up
// the sorts takes PostgreSQL longer than finding the rows.
func Splits(rows []SplitRow) []Split {
	splits := make([]Split, len(rows))
	for i, row := range rows {
		splits[i] = row.Split()
	}
	slices.SortFunc(splits, func(a, b Split) int { return cmp.Or(a.ValueDate.Compare(b.ValueDate), cmp.Compare(a.Seq, b.Seq)) })
	return splits
}

// Split computes the split of one payment.
func (r SplitRow) Split() Split {
	s := Split{PaymentID: r.PaymentID, Seq: r.Seq, State: r.State, ValueDate: r.ValueDate, ReceivedAt: r.ReceivedAt, Amount: r.Amount}
	for _, a := range r.Allocations {
		if a.Round > s.Round {
			s.Round, s.Parts = a.Round, nil
		}
		if a.Round == s.Round {
			s.Parts = append(s.Parts, Part{Component: a.Component, Amount: a.Amount})
		}
	}
	for _, refund := range r.Refunds {
		switch refund.State {
		case RefundCreated, RefundUnknown:
			s.Refunding = money.Sum(s.Refunding, refund.Amount)
		case RefundSucceeded:
			s.Refunded = money.Sum(s.Refunded, refund.Amount)
		}
		if refund.SetOff {
			s.SetOff = money.Sum(s.SetOff, refund.Amount)
		}
		if refund.undone() && !slices.ContainsFunc(r.Refunds, func(later refundRow) bool { return later.replaces(refund) }) {
			s.RefundFailed = true
		}
	}
	for _, reversal := range r.Reversals {
		s.takeBack(reversal.Amount, reversal.Booked, reversal.Outcome)
	}
	return s
}

// TakenBackBy returns the split with additional partial reversals applied.
func (s Split) TakenBackBy(reversals []PartialReversal) Split {
	for _, r := range reversals {
		s.takeBack(r.Amount, r.Booked, r.Outcome)
	}
	return s
}

func (s *Split) takeBack(amount int64, booked bool, outcome ReversalOutcome) {
	if booked {
		s.TakenBack = money.Sum(s.TakenBack, amount)
	}
	if outcome == ReversalApplied {
		s.OwedAgain = money.Sum(s.OwedAgain, amount)
	}
	s.Undecided = s.Undecided || outcome == ""
}

// NetReceived returns the part of the payment that we still hold: neither reversed by the bank nor refunded.
func (s Split) NetReceived() int64 {
	if s.State == Reversed {
		return 0
	}
	return s.Amount - s.TakenBack - (s.Refunded - s.SetOff)
}

// QueueSplit inserts an allocation round of a payment.
func QueueSplit(b *pgx.Batch, payment uuid.UUID, round int, parts []Part) {
	components, amounts := make([]string, len(parts)), make([]int64, len(parts))
	for i, part := range parts {
		components[i], amounts[i] = string(part.Component), part.Amount
	}
	b.Queue(`
		INSERT INTO payment_allocation (payment_id, round, component, amount)
		SELECT $1, $2, part.component, part.amount FROM unnest($3::text[], $4::bigint[]) AS part (component, amount)`,
		payment, round, components, amounts)
}
