package agreement

import (
	"encoding/hex"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// Accept returns the acceptance of the text with this hash, or reason.ContractChanged if no text with these figures has it. The
// caller adds the order, the device, the time and the stage.
func Accept(hash string, likely lang.Lang, d Data) (loan.Acceptance, error) {
	text, found, err := Find(d.Terms.ContractVersion, hash, likely, d)
	if err != nil {
		return loan.Acceptance{}, err
	}
	if !found {
		return loan.Acceptance{}, reason.New(reason.ContractChanged)
	}
	sum, err := hex.DecodeString(text.Hash)
	if err != nil {
		return loan.Acceptance{}, fmt.Errorf("agreement: %w", err)
	}
	return loan.Acceptance{Version: text.Version, Lang: text.Lang, Body: text.Plain, SHA256: sum}, nil
}
