package agreement

import (
	"encoding/hex"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// Accept is what is kept of the text that was read, by its hash, where it is one of these figures; reason.ContractChanged where it is
// none. By whom, when and at which stage it was accepted is the caller's to add.
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
