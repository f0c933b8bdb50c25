package bankcard

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Account returns the decrypted account of a card for the bank. The same round trip writes an entry to the audit log, so that no
// number is read without a record. actor is "job:<kind>" or "ops:<user>".
func (c *Cards) Account(ctx context.Context, db postgres.DB, card uuid.UUID, actor string, now time.Time) (payment.Account, error) {
	var account payment.Account
	b := &pgx.Batch{}
	b.Queue(`SELECT bank_code, holder_name, account_number_enc FROM bank_card WHERE id = $1`, card).QueryRow(func(row pgx.Row) error {
		var sealed []byte
		if err := row.Scan(&account.BankCode, &account.Holder, &sealed); err != nil {
			if errors.Is(err, pgx.ErrNoRows) {
				return reason.New(reason.CardNotFound)
			}
			return err
		}
		number, err := c.keyring.Open(sealed, sealOwner(card))
		account.Number = string(number)
		return err
	})
	entry := audit.Entry{At: now, Actor: actor, Action: "bank_card.read", Subject: "bank_card:" + card.String()}
	if err := audit.Queue(b, entry); err != nil {
		return payment.Account{}, err
	}
	if err := postgres.Send(ctx, db, b); err != nil {
		return payment.Account{}, err
	}
	return account, nil
}
