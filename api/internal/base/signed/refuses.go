package signed

import "net/http"

// Refuses reports whether a status means that the same request will never be accepted. Other errors may be temporary, because
// they are about our side rather than the request: a wrong signature, a replaced token, an account without funds, too many
// requests, a conflict.
func Refuses(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	default:
		return false
	}
}
