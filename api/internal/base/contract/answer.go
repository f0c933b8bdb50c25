package contract

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"
)

// CheckAnswer validates a response against the document: status, media type and, for JSON, every field and the reason of a
// refusal. Tests check every response with it.
func (o Operation) CheckAnswer(status int, contentType string, body []byte) error {
	response := o.responses.Value(strconv.Itoa(status))
	if response == nil {
		response = o.responses.Default()
	}
	if response == nil {
		return fmt.Errorf("contract: %s does not answer %d", o.ID, status)
	}
	mediaType, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("contract: %s: content type %q: %w", o.ID, contentType, err)
	}
	media := response.Value.Content.Get(mediaType)
	if media == nil {
		return fmt.Errorf("contract: %s does not answer %d with %s", o.ID, status, mediaType)
	}
	if mediaType != "application/json" {
		return nil
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return fmt.Errorf("contract: %s: %w", o.ID, err)
	}
	if err := checkEnvelope(o.ID, status, value); err != nil {
		return err
	}
	if err := o.checkReason(value); err != nil {
		return err
	}
	if err := media.Schema.Value.VisitJSON(value, openapi3.MultiErrors(), openapi3.VisitAsResponse()); err != nil {
		return fmt.Errorf("contract: %s answers %d: %w", o.ID, status, err)
	}
	return nil
}

// checkReason checks that the document lists the reason of a refusal for this operation.
func (o Operation) checkReason(value any) error {
	fields, _ := value.(map[string]any)
	if fields["success"] == true {
		return nil
	}
	data, _ := fields["data"].(map[string]any)
	if why, _ := data["reason"].(string); !slices.Contains(o.Reasons, why) && !slices.Contains(o.common, why) {
		return fmt.Errorf("contract: %s does not declare the reason %q (x-reasons)", o.ID, why)
	}
	return nil
}

// checkEnvelope checks that success, status and error code agree.
func checkEnvelope(id string, status int, value any) error {
	fields, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("contract: the answer of %s is not an object", id)
	}
	success, code := fields["success"] == true, fields["errorCode"]
	if success != (status == http.StatusOK) || success != (code == float64(10000)) || fields["msg"] == "" {
		return fmt.Errorf("contract: %s: status %d, success %v, errorCode %v and msg %q do not agree", id, status, success, code, fields["msg"])
	}
	return nil
}
