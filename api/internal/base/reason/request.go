package reason

// Errors of a request as such.
const (
	NotFound         Reason = "not_found"
	Forbidden        Reason = "forbidden"
	MethodNotAllowed Reason = "method_not_allowed"
	TooLarge         Reason = "too_large"
	UnsupportedMedia Reason = "unsupported_media"
	TooManyRequests  Reason = "too_many_requests"
	// NotArrived: the connection was lost, or was too slow, before the request was complete.
	NotArrived         Reason = "not_arrived"
	SystemBusy         Reason = "system_busy"
	ServiceUnavailable Reason = "service_unavailable"
	StateChanged       Reason = "state_changed"
	// AppTooOld: the native app has to be updated before it can be used.
	AppTooOld             Reason = "app_too_old"
	IdempotencyKeyNeeded  Reason = "idempotency_key_needed"
	IdempotencyConflict   Reason = "idempotency_conflict"
	IdempotencyInProgress Reason = "idempotency_in_progress"
	SignatureWrong        Reason = "signature_wrong"
)

var requestRows = []row{
	{NotFound, 20101, 404},
	{Forbidden, 20102, 403},
	{MethodNotAllowed, 20103, 405},
	{TooLarge, 20104, 413},
	{UnsupportedMedia, 20105, 415},
	{TooManyRequests, 20106, 429},
	{SystemBusy, 20107, 503},
	{ServiceUnavailable, 20108, 503},
	{StateChanged, 20109, 409},
	{AppTooOld, 20110, 426},
	{IdempotencyKeyNeeded, 20121, 400},
	{IdempotencyConflict, 20122, 409},
	{IdempotencyInProgress, 20123, 409},
	{NotArrived, 20124, 408},
	{SignatureWrong, 20131, 401},
}
