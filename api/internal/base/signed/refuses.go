package signed

import "net/http"

// Refuses reports whether a status means that the same request will never be accepted. Other errors may be temporary, because
// they are about our side rather than the request: a wrong signature, a replaced token, an account without funds, too many
// requests, a conflict. 404 and 410 are about the address: proxies answer them, also with a JSON object, while a route to the partner
// is missing.
func Refuses(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	default:
		return false
	}
}
