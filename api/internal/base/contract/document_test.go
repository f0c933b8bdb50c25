package contract_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

func TestOperationsHaveAccessFromTheDocument(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]contract.Access{
		"configProduct": contract.AccessOpen, "memberSendSmsCode": contract.AccessOpen, "memberQuery": contract.AccessClosed,
		"loanList": contract.AccessEither, "loanApply": contract.AccessClosed, "hookPayment": contract.AccessOpen,
	} {
		require.Equal(t, want, operation(t, id).Access, id)
	}
	apply := operation(t, "loanApply")
	require.Equal(t, "loan/apply", apply.Name())
	require.True(t, apply.Idempotent)
	require.True(t, apply.JSON)
	require.False(t, operation(t, "fileUpload").JSON)
	require.False(t, operation(t, "orderList").Idempotent)
}

func TestOperationIDsAreUnique(t *testing.T) {
	t.Parallel()
	document, err := contract.Load()
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, op := range document.Operations() {
		require.NotEmpty(t, op.ID, op.Path)
		require.False(t, seen[op.ID], op.ID)
		seen[op.ID] = true
	}
	require.Greater(t, len(seen), 40)
	_, known := document.Operation("nothing")
	require.False(t, known)
}

// The reasons of an operation exist in the catalogue and are listed only once.
func TestOperationReasonsExistInCatalogue(t *testing.T) {
	t.Parallel()
	document, err := contract.Load()
	require.NoError(t, err)
	require.NotEmpty(t, document.Common)
	for _, op := range document.Operations() {
		listed := map[string]bool{}
		for _, name := range append(slices.Clone(document.Common), op.Reasons...) {
			require.True(t, reason.Reason(name).Valid(), "%s: %s", op.ID, name)
			require.False(t, listed[name], "%s: %s", op.ID, name)
			listed[name] = true
		}
	}
	require.Contains(t, operation(t, "loanApply").Reasons, "daily_limit")
}

func TestCheckAnswerRejectsContractViolations(t *testing.T) {
	t.Parallel()
	op := operation(t, "memberCheckPhone")
	const json = "application/json; charset=utf-8"
	right := `{"success":true,"msg":"ok","errorCode":10000,"data":{"needValidateCode":false}}`
	require.NoError(t, op.CheckAnswer(200, json, []byte(right)))
	require.NoError(t, op.CheckAnswer(429, json, []byte(`{"success":false,"msg":"wait","errorCode":20106,"data":{"reason":"too_many_requests","retryAfter":9}}`)))
	for name, c := range map[string]struct {
		status int
		media  string
		body   string
	}{
		"an unknown field":       {200, json, `{"success":true,"msg":"ok","errorCode":10000,"data":{"needValidateCode":false,"more":1}}`},
		"a missing field":        {200, json, `{"success":true,"msg":"ok","errorCode":10000,"data":{}}`},
		"success with 409":       {409, json, `{"success":true,"msg":"ok","errorCode":10000,"data":null}`},
		"failure with 200":       {200, json, `{"success":false,"msg":"no","errorCode":20109,"data":{"needValidateCode":false}}`},
		"wrong error code":       {200, json, `{"success":true,"msg":"ok","errorCode":20109,"data":{"needValidateCode":false}}`},
		"undeclared reason":      {422, json, `{"success":false,"msg":"no","errorCode":1000209,"data":{"reason":"daily_limit"}}`},
		"no reason":              {409, json, `{"success":false,"msg":"no","errorCode":20109,"data":null}`},
		"empty message":          {409, json, `{"success":false,"msg":"","errorCode":20109,"data":null}`},
		"another media type":     {200, "text/html", "<html>"},
		"no media type":          {200, "", right},
		"truncated JSON":         {200, json, right[:20]},
		"list instead of object": {409, json, `[]`},
	} {
		require.Error(t, op.CheckAnswer(c.status, c.media, []byte(c.body)), name)
	}
	require.NoError(t, operation(t, "fileGet").CheckAnswer(200, "image/jpeg", []byte{0xff, 0xd8}))
}
