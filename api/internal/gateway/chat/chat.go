// Package chat configures the third-party chat widget: the source of its script, and the signed identity of a borrower, so that no
// one can pose as someone else. The app supports the script of Chatwoot.
package chat

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"github.com/google/uuid"
)

// Widget is the configuration of the widget. An empty BaseURL means that there is none.
type Widget struct {
	// BaseURL is the origin of the script, such as "https://chat.example". The inbox is the product's entId.
	BaseURL string
	// Key is the HMAC token of the inbox, with which the widget's server verifies identities.
	Key []byte
	// OnPayPages and InShell show the widget on payment pages and in the native app.
	OnPayPages, InShell bool
}

// Enabled reports whether there is a widget for an inbox.
func (w Widget) Enabled(inbox string) bool { return w.BaseURL != "" && inbox != "" }

// Identity is the identity of a borrower for the widget.
type Identity struct {
	Identifier string
	// Hash is the hex HMAC-SHA256 of the identifier (Chatwoot's identifier_hash), or empty if there is no key.
	Hash string
}

// Borrower is the person to identify.
type Borrower struct {
	Member, Device uuid.UUID
	// Identity is an id of the member's proved identity if the device may see the member's data, and empty otherwise.
	Identity string
}

// identifier starts with the member's id. The chat shows a conversation to everyone with the same identifier, and phone numbers
// are recycled. So until an identity is proved, each device has its own identifier. After that the person has an identifier that
// no device had, and that is different for each identity.
func (b Borrower) identifier() string {
	if b.Identity != "" {
		return b.Member.String() + "." + b.Identity
	}
	return b.Member.String() + "." + b.Device.String()
}

// Identify returns the identity of a borrower. It contains only our own ids, neither name nor phone number.
func (w Widget) Identify(b Borrower) Identity {
	identifier := b.identifier()
	if len(w.Key) == 0 {
		return Identity{Identifier: identifier}
	}
	mac := hmac.New(sha256.New, w.Key)
	mac.Write([]byte(identifier))
	return Identity{Identifier: identifier, Hash: hex.EncodeToString(mac.Sum(nil))}
}
