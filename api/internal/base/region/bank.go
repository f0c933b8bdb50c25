package region

import "fmt"

// Bank is a bank of the region. Banks are listed in the order of the file.
type Bank struct {
	// Code is ours for good: it stands in the rows of cards.
	Code      string `yaml:"code" json:"code"`
	Name      string `yaml:"name" json:"name"`
	ShortName string `yaml:"shortName" json:"shortName"`
	// BIN is the six digits that VietQR names the bank by; empty elsewhere.
	BIN   string `yaml:"bin" json:"bin"`
	SWIFT string `yaml:"swift" json:"swift"`
	// QR tells whether the bank takes part in the region's payment code.
	QR bool `yaml:"qr" json:"qr"`
	// Keywords are further spellings that a search finds the bank by.
	Keywords string   `yaml:"keywords" json:"keywords"`
	App      *BankApp `yaml:"app" json:"app,omitempty"`
}

// BankApp is the bank's own mobile application, to which a borrower is sent to pay.
type BankApp struct {
	// Scheme opens it, without "://".
	Scheme       string `yaml:"scheme" json:"scheme"`
	AndroidID    string `yaml:"androidId" json:"androidId"`
	AppStoreID   string `yaml:"appStoreId" json:"appStoreId"`
	ScansPayCode bool   `yaml:"scansPayCode" json:"scansPayCode"`
}

// Bank finds a bank by its code.
func (r *Region) Bank(code string) (Bank, bool) {
	for _, b := range r.Banks {
		if b.Code == code {
			return b, true
		}
	}
	return Bank{}, false
}

func checkBanks(banks []Bank) error {
	if len(banks) == 0 {
		return fmt.Errorf("no bank")
	}
	seen := make(map[string]bool, len(banks))
	for _, b := range banks {
		if b.Code == "" || b.Name == "" || b.ShortName == "" {
			return fmt.Errorf("bank %q lacks a code or a name", b.Code+b.Name)
		}
		if seen[b.Code] {
			return fmt.Errorf("bank %q stands twice", b.Code)
		}
		seen[b.Code] = true
	}
	return nil
}
