package signed

import "net/http"

// Refuses reports whether a status says that the same request will never be taken. Whatever is the matter with us rather
// than with the request may pass, as may too many requests and a conflict: a wrong signature, a token that was exchanged,
// an account without money.
func Refuses(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	default:
		return false
	}
}
