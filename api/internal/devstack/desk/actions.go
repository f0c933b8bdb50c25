package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// answer is the response of the desk's own calls: a text for the developer, in English.
type answer struct {
	Success bool   `json:"success"`
	Msg     string `json:"msg"`
}

// act wraps an action as a handler. It accepts only JSON, so that no other page can post here, and responds with the action's
// text.
func act[T any](run func(context.Context, T) (string, error)) fiber.Handler {
	return func(c fiber.Ctx) error {
		if !c.IsJSON() {
			return c.Status(fiber.StatusUnsupportedMediaType).JSON(answer{Msg: "send JSON"})
		}
		var request T
		if err := c.Bind().JSON(&request); err != nil {
			return c.Status(fiber.StatusBadRequest).JSON(answer{Msg: err.Error()})
		}
		said, err := run(c.Context(), request)
		if err != nil {
			return c.Status(fiber.StatusConflict).JSON(answer{Msg: err.Error()})
		}
		return c.JSON(answer{Success: true, Msg: said})
	}
}

type clockRequest struct {
	Seconds int64 `json:"seconds"`
}

func (d *Desk) moveClock(ctx context.Context, r clockRequest) (string, error) {
	moved := time.Duration(r.Seconds) * time.Second
	if err := d.Clock.Advance(ctx, moved); err != nil {
		return "", err
	}
	if d.Limiter != nil {
		later := func() time.Time { return time.Now().Add(moved) }
		if _, err := d.Limiter.At(later).Purge(ctx, d.Pool); err != nil {
			return "", err
		}
	}
	return "It is now " + d.Clock.Now().Format(time.RFC1123), nil
}

type payRequest struct {
	IntentID uuid.UUID `json:"intentId"`
	Amount   int64     `json:"amount"` // minor units
	Memo     string    `json:"memo"`   // how the memo arrives
}

func (d *Desk) pay(ctx context.Context, r payRequest) (string, error) {
	var code, currency string
	err := d.Pool.QueryRow(ctx, `SELECT code, currency FROM payment_intent WHERE id = $1`, r.IntentID).Scan(&code, &currency)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fmt.Errorf("payment intent %s does not exist", r.IntentID)
	}
	if err != nil {
		return "", err
	}
	account, memo := d.PayTo(code)
	_, err = d.Bank.Pay(ctx, payment.Incoming{
		Account: account, Amount: money.Of(r.Amount, money.Currency(currency)), Memo: mangle(memo, r.Memo),
		PayerName: "NGUYEN VAN AN", PayerAccount: "19036012345678", PaidAt: d.Clock.Now(),
	})
	if err != nil {
		return "", err
	}
	return "The bank has received the money and reports it", nil
}

// mangle changes a memo as banks do.
func mangle(code, how string) string {
	if code == "" {
		return "" // the account number identifies the payment
	}
	switch how {
	case "lower case":
		return "mbct." + strings.ToLower(code) + " chuyen tien"
	case "cut":
		return "CT DEN:" + code[:len(code)-1]
	case "unknown":
		return "tra no"
	default:
		return code
	}
}

// referenceRequest names a transaction of the bank.
type referenceRequest struct {
	Reference string `json:"reference"`
}

func (d *Desk) reverse(ctx context.Context, r referenceRequest) (string, error) {
	if err := d.Bank.TakeBack(ctx, r.Reference, "the payer disputed it", d.Clock.Now()); err != nil {
		return "", err
	}
	return "The bank reverses the payment and reports it", nil
}

func (d *Desk) sendBack(ctx context.Context, r referenceRequest) (string, error) {
	if err := d.Bank.SendBack(ctx, r.Reference, "the account is closed", d.Clock.Now()); err != nil {
		return "", err
	}
	return "The receiving bank returns the money and reports it", nil
}

type decideRequest struct {
	Kind     string        `json:"kind"`
	ID       uuid.UUID     `json:"id"`
	Decision face.Decision `json:"decision"`
}

// answerOf is the text of the page after each decision.
var answerOf = map[face.Decision]string{face.Approve: "Approved", face.Reject: "Rejected"}

func (d *Desk) decide(ctx context.Context, r decideRequest) (string, error) {
	const by, why = "desk", "decided on the development desk"
	said, known := answerOf[r.Decision]
	if !known {
		return "", fmt.Errorf("%q is not a decision", r.Decision)
	}
	switch r.Kind {
	case reviewCard:
		return said, d.Card(ctx, r.ID, r.Decision == face.Approve, by, why)
	case reviewFace:
		return said, d.Face(ctx, r.ID, r.Decision, by, why)
	default:
		return "", fmt.Errorf("reviews of kind %q cannot be decided here", r.Kind)
	}
}
