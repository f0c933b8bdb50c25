package region

import "fmt"

// Bank is a bank of the region. Banks are listed in the order of the file.
type Bank struct {
	// Code is our own code and never changes: it is stored with bank cards.
	Code      string `yaml:"code" json:"code"`
	Name      string `yaml:"name" json:"name"`
	ShortName string `yaml:"shortName" json:"shortName"`
	// BIN is the six-digit code of the bank in VietQR; empty in other regions.
	BIN   string `yaml:"bin" json:"bin"`
	SWIFT string `yaml:"swift" json:"swift"`
	// QR reports whether the bank supports the region's payment code.
	QR bool `yaml:"qr" json:"qr"`
	// Keywords are other spellings under which a search finds the bank.
	Keywords string   `yaml:"keywords" json:"keywords"`
	App      *BankApp `yaml:"app" json:"app,omitempty"`
}

// BankApp is the bank's own mobile app, which the borrower is sent to for paying.
type BankApp struct {
	// Scheme is the URL scheme that opens the app, without "://".
	Scheme       string `yaml:"scheme" json:"scheme"`
	AndroidID    string `yaml:"androidId" json:"androidId"`
	AppStoreID   string `yaml:"appStoreId" json:"appStoreId"`
	ScansPayCode bool   `yaml:"scansPayCode" json:"scansPayCode"`
}

// Bank returns the bank with a code.
func (r *Region) Bank(code string) (Bank, bool) {
	for _, b := range r.Banks {
		if b.Code == code {
			return b, true
		}
	}
	return Bank{}, false
}

// AppURL returns the URL that opens the bank's app, if it reads the region's payment code, because people often pay on the same
// phone that shows the code; else "". No bank publishes a URL that fills in a transfer, so the payer loads the saved picture there.
func (b Bank) AppURL() string {
	if b.App == nil || !b.App.ScansPayCode || b.App.Scheme == "" {
		return ""
	}
	return b.App.Scheme + "://"
}

func checkBanks(banks []Bank) error {
	if len(banks) == 0 {
		return fmt.Errorf("the region has no banks")
	}
	seen := make(map[string]bool, len(banks))
	for _, b := range banks {
		if b.Code == "" || b.Name == "" || b.ShortName == "" {
			return fmt.Errorf("bank %q lacks a code or a name", b.Code+b.Name)
		}
		if seen[b.Code] {
			return fmt.Errorf("bank %q is listed twice", b.Code)
		}
		seen[b.Code] = true
	}
	return nil
}
