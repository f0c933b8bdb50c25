package contract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

func operation(t testing.TB, id string) contract.Operation {
	t.Helper()
	document, err := contract.Load()
	require.NoError(t, err)
	op, ok := document.Operation(id)
	require.True(t, ok, id)
	return op
}

const application = `{"loanId":"0190a000-0000-7000-8000-000000000001","amount":5000000,"termDays":91,
	"bankCardId":"0190a000-0000-7000-8000-000000000002","contractHash":"ab12","contractAccepted":true}`

func TestValidBodyIsDecoded(t *testing.T) {
	t.Parallel()
	var req contract.ApplyRequest
	require.NoError(t, operation(t, "loanApply").DecodeBody([]byte(application), &req))
	require.EqualValues(t, 5_000_000, req.Amount)
	require.True(t, req.ContractAccepted)
}

func TestInvalidFieldsAreReportedWithReasons(t *testing.T) {
	t.Parallel()
	op := operation(t, "loanApply")
	for replaced, c := range map[string]struct {
		with, field string
		want        reason.Reason
	}{
		`"amount":5000000`:            {`"amount":"5000000"`, "amount", reason.FieldType},
		`"amount":5000000,`:           {`"amount":1.5,`, "amount", reason.FieldType},
		`"amount":5000000,"termDays"`: {`"amount":5e6,"termDays"`, "amount", reason.FieldType},
		`"termDays":91`:               {`"termDays":0`, "termDays", reason.FieldTooSmall},
		`"termDays":91,`:              {`"termDays":4000,`, "termDays", reason.FieldTooBig},
		`"contractHash":"ab12"`:       {`"contractHash":""`, "contractHash", reason.FieldRequired},
		`"contractHash":"ab12",`:      {`"contractHash":"` + strings.Repeat("a", 65) + `",`, "contractHash", reason.FieldTooLong},
		`"contractAccepted":true`:     {`"contractAccepted":null`, "contractAccepted", reason.FieldType},
		`,"contractAccepted":true`:    {``, "contractAccepted", reason.FieldRequired},
		`"contractAccepted":true}`:    {`"contractAccepted":true,"discount":1}`, "body", reason.FieldUnknown},
		`-000000000001`:               {`-00000000000g`, "loanId", reason.FieldFormat},
		`"ab12"`:                      {`"ab\u000012"`, "contractHash", reason.FieldCharacters},
		`"ab12",`:                     {`"ab\ud80012",`, "contractHash", reason.FieldCharacters},
	} {
		body := strings.Replace(application, replaced, c.with, 1)
		require.NotEqual(t, application, body, replaced)
		err := op.DecodeBody([]byte(body), new(contract.ApplyRequest))
		require.Equal(t, reason.InvalidParameter, reason.Of(err), body)
		require.Equal(t, c.want, reason.From(err).Fields[c.field], "%s: %v", body, err)
	}
}

func TestBodyThatIsNotAnObjectIsRejected(t *testing.T) {
	t.Parallel()
	op := operation(t, "loanApply")
	for _, body := range []string{
		"", "{", "null", "[]", `"text"`, "1", application + application, application + "x", "\xff\xfe", `{"amount":"` + "\xc3\x28" + `"}`,
		strings.Repeat("[", 100_000), `{"amount":1e999}`,
	} {
		require.Equal(t, reason.InvalidParameter, reason.Of(op.DecodeBody([]byte(body), new(contract.ApplyRequest))), "%.40q", body)
	}
}

// The schema would validate the last of two equal keys, but Go merges both.
func TestRepeatedKeyIsRejected(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"topic":"personal","data":{"a":{"deep":[[["x"]]]},"b":"` + strings.Repeat("z", 3_000) + `"},"data":{}}`,
		`{"topic":"personal","data":{"a":"\u0000","a":"b"}}`,
		`{"topic":"personal","data":{"contacts":[{"name":"a","n\u0061me":"b"}]}}`,
		`{"topic":"personal","topic":"personal","data":{}}`,
	} {
		require.Equal(t, reason.InvalidParameter, reason.Of(operation(t, "authSaveDraft").DecodeBody([]byte(body), new(contract.SaveDraftRequest))), body)
	}
}

// A number copied from an address book contains direction marks, and a bank forwards a payer's memo unchanged.
func TestInvisibleCharactersAreRemoved(t *testing.T) {
	t.Parallel()
	var event contract.PaymentEvent
	require.NoError(t, operation(t, "hookPayment").DecodeBody([]byte(`{"eventId":"12345678","type":"payment","reference":"FT1",
		"amount":1000000000001,"currency":"VND","memo":"\u202eLM\u009b31m 0912\u2069 'é'","account":"1","paidAt":"2026-11-27T10:00:00Z"}`), &event))
	require.Equal(t, "LM31m 0912 'é'", event.Memo)
	require.EqualValues(t, 1_000_000_000_001, event.Amount, "other fields must not change")

	require.Equal(t, reason.FieldRequired, reason.From(operation(t, "loanApply").DecodeBody(
		[]byte(strings.Replace(application, "ab12", "\u202e\u0085", 1)), new(contract.ApplyRequest))).Fields["contractHash"], "a field of invisible characters only is empty")
	require.Equal(t, reason.FieldCharacters, reason.From(operation(t, "fileGet").CheckParameters(func(_, _ string) string { return "\u202e" })).Fields["Accept-Language"])
}

func TestFieldErrorInsideListHasFullPath(t *testing.T) {
	t.Parallel()
	body := `{"contacts":[{"relationship":1,"name":"Minh","phone":"0901234567"},{"relationship":77,"name":"","phone":"0901234568"}]}`
	err := operation(t, "authContacts").DecodeBody([]byte(body), new(contract.ContactsRequest))
	fields := reason.From(err).Fields
	require.Equal(t, reason.FieldTooFew, fields["contacts"])
	require.Equal(t, reason.FieldRequired, fields["contacts.1.name"])
	require.NotEmpty(t, fields["contacts.1.relationship"])
	require.NotContains(t, fields, "contacts.0.name")
}

func TestNonexistentDateIsRejected(t *testing.T) {
	t.Parallel()
	op := operation(t, "authIdentity")
	for date, wrong := range map[string]bool{"1990-02-28": false, "1990-02-31": true, "28/02/1990": true} {
		err := op.DecodeBody([]byte(`{"birthday":"`+date+`"}`), new(contract.IdentityRequest))
		require.Equal(t, wrong, reason.From(err).Fields["birthday"] == reason.FieldDate, date)
	}
}

func TestErrorPathsOmitUnknownKeys(t *testing.T) {
	t.Parallel()
	own := strings.Repeat("x", 5_000)
	for _, c := range []struct{ id, body, field string }{
		{"loanApply", strings.TrimSuffix(application, "}") + `,"` + own + `":1}`, "body"},
		{"authContacts", `{"contacts":[{"relationship":1,"name":"Minh","phone":"0901234567","` + own + `":1}]}`, "contacts.0"},
		{"configProduct", `{"` + own + `":["\u007f"]}`, "body"},
		{"authSaveDraft", `{"topic":"personal","data":{"` + own + `":{}}}`, "data"},
		{"authSaveDraft", `{"topic":"personal","data":{"` + own + `":"\u007f"}}`, "data"},
		{"authSaveDraft", `{"topic":"personal","data":{"contacts":[{"` + own + `":["\u007f"]}]}}`, "data"},
		{"authSaveDraft", `{"topic":"personal","data":{"\u007f":1}}`, "data"},
	} {
		err := operation(t, c.id).DecodeBody([]byte(c.body), new(any))
		require.Equal(t, reason.InvalidParameter, reason.Of(err), c.id)
		require.Contains(t, reason.From(err).Fields, c.field)
		require.Less(t, len(err.Error()), 500)
	}
}

func TestNumberOfFieldErrorsIsBounded(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct{ id, body string }{
		"texts under a long key": {"configProduct", `{"` + strings.Repeat("k", 32_000) + `":[` + strings.Repeat("\"\x7f\",", 8_000) + `1]}`},
		"wrong items":            {"submitDataRecord", `{"records":[` + strings.Repeat("1,", 32_000) + `1]}`},
		"a few wrong items":      {"submitDataRecord", `{"records":[` + strings.Repeat("1,", 500) + `1]}`},
		"unreadable items":       {"submitDataRecord", `{"records":[` + strings.Repeat(`{"pageId":"\u007f","buttonId":"\u007f"},`, 49) + `{"pageId":"a"}]}`},
		"keys":                   {"configProduct", `{` + keys(8_000) + `}`},
		"a few keys":             {"configProduct", `{` + keys(500) + `}`},
	} {
		err := operation(t, c.id).DecodeBody([]byte(c.body), new(any))
		require.Equal(t, reason.InvalidParameter, reason.Of(err), what)
		fields := reason.From(err).Fields
		require.NotEmpty(t, fields, what)
		require.LessOrEqual(t, len(fields), 32, what)
		require.Less(t, len(err.Error()), 2_000, what)
	}
}

// Collecting all errors of a body that is invalid everywhere would take a hundred times its size.
func TestLongInvalidBodyReportsFirstErrorOnly(t *testing.T) {
	t.Parallel()
	err := operation(t, "submitDataRecord").DecodeBody([]byte(`{"records":[`+strings.Repeat("1,", 32_000)+`1]}`), new(any))
	require.Equal(t, map[string]reason.Reason{"records": reason.FieldTooMany}, reason.From(err).Fields)
}

// keys returns the members of an object with n unknown keys.
func keys(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`"k%d":1`, i))
	}
	return strings.Join(all, ",")
}

func TestCheckParameters(t *testing.T) {
	t.Parallel()
	op := operation(t, "fileGet")
	check := func(id string) error {
		return op.CheckParameters(func(in, _ string) string {
			if in == "header" {
				return ""
			}
			require.Equal(t, "path", in)
			return id
		})
	}
	require.NoError(t, check("0190a000-0000-7000-8000-000000000001"))
	require.Equal(t, reason.FieldFormat, reason.From(check("../../etc/passwd")).Fields["id"])
	require.Equal(t, reason.FieldRequired, reason.From(check("")).Fields["id"])
	require.Equal(t, reason.FieldCharacters, reason.From(check("\xff")).Fields["id"])
}

func FuzzDecodeBody(f *testing.F) {
	op := operation(f, "loanApply")
	f.Add([]byte(application))
	f.Add([]byte(`{"amount":1.0,"x":{}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		err := op.DecodeBody(body, new(contract.ApplyRequest))
		if err != nil && reason.Of(err) != reason.InvalidParameter {
			t.Fatalf("%q: %v", body, err)
		}
	})
}
