// Package chat knows the third-party chat widget: where its script comes from, and how a borrower is named to it so that
// nobody else can pose as them. Chatwoot's script is the one that the app speaks to.
package chat

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"github.com/google/uuid"
)

// Widget is the widget of a deployment; an empty BaseURL is none.
type Widget struct {
	// BaseURL is where the script comes from, "https://chat.example"; the inbox is the product's entId.
	BaseURL string
	// Key is the inbox's HMAC token, with which the widget's server checks identities.
	Key []byte
	// OnPayPages and InShell let the widget onto payment pages and into the native app.
	OnPayPages, InShell bool
}

// Enabled reports whether there is a widget for an inbox.
func (w Widget) Enabled(inbox string) bool { return w.BaseURL != "" && inbox != "" }

// Identity is how a borrower is named.
type Identity struct {
	Identifier string
	// Hash is the hex HMAC-SHA256 of the identifier (Chatwoot's identifier_hash), empty where there is no key.
	Hash string
}

// Borrower is who is named.
type Borrower struct {
	Member, Device uuid.UUID
	// Identity names the identity that the member has proved, as far as they share with the device what is theirs; empty
	// where there is none.
	Identity string
}

// identifier begins with the member's id. Phone numbers are recycled, and the chat shows a conversation to whoever bears the name
// under which it was held. So until an identity is proved each device has a name of its own; after that the person has one that
// none of the devices had, and that differs for each identity.
func (b Borrower) identifier() string {
	if b.Identity != "" {
		return b.Member.String() + "." + b.Identity
	}
	return b.Member.String() + "." + b.Device.String()
}

// Identify names a borrower by an identifier of ours: neither the number nor the name of the borrower is sent.
func (w Widget) Identify(b Borrower) Identity {
	identifier := b.identifier()
	if len(w.Key) == 0 {
		return Identity{Identifier: identifier}
	}
	mac := hmac.New(sha256.New, w.Key)
	mac.Write([]byte(identifier))
	return Identity{Identifier: identifier, Hash: hex.EncodeToString(mac.Sum(nil))}
}
