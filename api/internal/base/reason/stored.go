package reason

import (
	"encoding/json"
	"fmt"
	"time"
)

// stored is the form of an Error in the table of stored responses.
type stored struct {
	Reason      Reason            `json:"reason"`
	Args        Args              `json:"args,omitempty"`
	Fields      map[string]Reason `json:"fields,omitempty"`
	RetryAfter  int64             `json:"retryAfter,omitempty"`
	AvailableAt time.Time         `json:"availableAt,omitzero"`
	SMSPhone    string            `json:"smsPhone,omitempty"`
}

// MarshalJSON writes the error without its cause, so that the same response can be returned again in any language.
func (e *Error) MarshalJSON() ([]byte, error) {
	return json.Marshal(stored{
		Reason: e.Reason, Args: e.Args, Fields: e.Fields, RetryAfter: int64(e.RetryAfter / time.Second),
		AvailableAt: e.AvailableAt, SMSPhone: e.SMSPhone,
	})
}

// UnmarshalJSON reads what MarshalJSON wrote. A refusal whose reason this version does not know, because a newer one runs beside it or
// ran before a rollback, becomes StateChanged: nothing was done, and the borrower asks again under a new key.
func (e *Error) UnmarshalJSON(raw []byte) error {
	var of struct{ Reason Reason }
	if err := json.Unmarshal(raw, &of); err != nil {
		return fmt.Errorf("reason: stored answer: %w", err)
	}
	if !of.Reason.Valid() {
		*e = Error{Reason: StateChanged}
		return nil
	}
	var s stored
	if err := json.Unmarshal(raw, &s); err != nil {
		return fmt.Errorf("reason: stored answer: %w", err)
	}
	*e = Error{
		Reason: s.Reason, Args: s.Args, Fields: s.Fields, RetryAfter: time.Duration(s.RetryAfter) * time.Second,
		AvailableAt: s.AvailableAt, SMSPhone: s.SMSPhone,
	}
	return nil
}
