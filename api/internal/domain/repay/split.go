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

// Split is where a payment of a loan went, in its newest round, and what of it is on its way back or has gone back.
type Split struct {
	PaymentID uuid.UUID
	Seq       int
	State     PaymentState
	ValueDate money.Date
	// ReceivedAt is when the gateway reported it.
	ReceivedAt time.Time
	Amount     int64
	// TakenBack is what of it the bank took back in parts; OwedAgain is what of that the loan owes again, by a person's word.
	TakenBack, OwedAgain int64
	// Round is 0 before the first split is written.
	Round int
	Parts []Part
	// Refunding and Refunded are the refunds of this payment that the bank has not settled yet, and those it has. SetOff is what of
	// Refunded was set off against what its payer owes.
	Refunding int64
	Refunded  int64
	SetOff    int64
	// RefundFailed tells that its newest refund failed, or came back; Undecided that a person has not decided yet about a part of
	// the payment that the bank took back.
	RefundFailed, Undecided bool
}

// Held reports whether what is too much of it goes back only when a person says so.
func (s Split) Held() bool { return s.RefundFailed || s.Undecided }

// PayerOwes is what the bank took back of the payment, the loan does not owe again, and was not set off: its payer has it, and it
// is not here.
func (s Split) PayerOwes() int64 { return s.TakenBack - s.OwedAgain - s.SetOff }

// Intact reports whether the bank has taken nothing of the payment back that the loan owes again.
func (s Split) Intact() bool { return s.State != Reversed && s.OwedAgain == 0 }

// SplitRow is a Split as its tables hold it; SplitRows reads them.
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
	HeardAt       time.Time
	ID            uuid.UUID
	SetOff        bool
}

type reversalRow struct {
	Amount  int64
	Booked  bool
	Outcome ReversalOutcome
}

// SplitRows is the column with the payments of an order, by the order's column in the statement around it, in no order.
func SplitRows(order string) string {
	return postgres.SelectRowArray[SplitRow]("p", fmt.Sprintf(splitRows, allocationRows, refundRows, reversalRows, order))
}

const splitRows = `FROM (
		SELECT p.id AS payment_id, p.seq, p.state, p.value_date, p.received_at, p.amount, %s AS allocations, %s AS refunds, %s AS reversals
		FROM payment p WHERE p.order_id = %s AND p.state IN ('posted', 'reversed')) p`

var (
	allocationRows = postgres.SelectRowArray[allocationRow]("a", `FROM payment_allocation a WHERE a.payment_id = p.id`)
	refundRows     = postgres.SelectRowArray[refundRow]("r", `
		FROM (SELECT r.amount, r.state, COALESCE(r.failure_reason, '') AS failure_reason, `+heardOf+` AS heard_at, r.id, r.set_off FROM refund r WHERE r.payment_id = p.id) r`)
	reversalRows = postgres.SelectRowArray[reversalRow]("v", `
		FROM (SELECT v.amount, v.booked, COALESCE(d.outcome, '') AS outcome
			FROM partial_reversal v LEFT JOIN partial_reversal_decision d ON d.reversal_id = v.id WHERE v.payment_id = p.id) v`)
)

// Splits works out where the payments of a loan went, in the order in which they count: by value date, then as they were posted.
// PostgreSQL would take longer to set the sorts up than to find the rows.
func Splits(rows []SplitRow) []Split {
	splits := make([]Split, len(rows))
	for i, row := range rows {
		splits[i] = row.Split()
	}
	slices.SortFunc(splits, func(a, b Split) int { return cmp.Or(a.ValueDate.Compare(b.ValueDate), cmp.Compare(a.Seq, b.Seq)) })
	return splits
}

// Split works out where the payment went.
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
	// The refund that was made, or came back, last is the last.
	slices.SortStableFunc(r.Refunds, func(a, b refundRow) int { return cmp.Or(a.HeardAt.Compare(b.HeardAt), bytes.Compare(a.ID[:], b.ID[:])) })
	for _, refund := range r.Refunds {
		switch refund.State {
		case RefundCreated, RefundUnknown:
			s.Refunding = money.Sum(s.Refunding, refund.Amount)
		case RefundSucceeded:
			s.Refunded = money.Sum(s.Refunded, refund.Amount)
		}
		if refund.SetOff {
			s.SetOff = money.Sum(s.SetOff, refund.Amount)
			continue
		}
		s.RefundFailed = refund.State == RefundReturned || refund.State == RefundFailed && refund.FailureReason != PaymentReversed
	}
	for _, reversal := range r.Reversals {
		s.takeBack(reversal.Amount, reversal.Booked, reversal.Outcome)
	}
	return s
}

// TakenBackBy is the split after parts of its payment that the bank has taken back.
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

// Here is what of the payment is here: the bank has not taken it back, and it has not gone back.
func (s Split) Here() int64 {
	if s.State == Reversed {
		return 0
	}
	return s.Amount - s.TakenBack - (s.Refunded - s.SetOff)
}

// QueueSplit writes a round of a payment's split.
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
