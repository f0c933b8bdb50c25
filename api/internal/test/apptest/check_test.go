package apptest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOtherReleaseMayAnswerWithOtherFields(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		operation, data string
		accepted        bool
	}{
		"a field that was removed":         {"memberCheckPhone", `{"needValidateCode":false,"more":1}`, true},
		"a field that was added":           {"memberCheckPhone", `{}`, true},
		"one of each":                      {"memberCheckPhone", `{"more":1}`, true},
		"a removed field of a form":        {"supportDraft", `{"data":{"more":1},"savedAt":null}`, true},
		"a value of another type":          {"memberCheckPhone", `{"needValidateCode":"no"}`, false},
		"a removed field and another type": {"memberCheckPhone", `{"needValidateCode":"no","more":1}`, false},
		"nothing":                          {"memberCheckPhone", "", false},
		"another type in a form":           {"supportDraft", `{"data":{"text":1},"savedAt":null}`, false},
	} {
		op := Operation(t, c.operation)
		envelope := `{"success":true,"msg":"ok","errorCode":10000,"data":` + c.data + `}`
		if c.data == "" {
			envelope = `{}`
		}
		answer := Answer{
			Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
			Body: []byte(envelope),
		}
		require.Error(t, (&Stack{}).check(op, answer), name)
		err := (&Stack{otherRelease: true}).check(op, answer)
		if c.accepted {
			require.NoError(t, err, name)
		} else {
			require.Error(t, err, name)
		}
	}
}
