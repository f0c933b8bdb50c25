package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Client is the phone of one borrower.
type Client struct {
	Stack *Stack
	// Phone is the borrower's phone number in national form.
	Phone    string
	MemberID uuid.UUID
	// Token, Device, Lang and IP are sent with every request.
	Token  string
	Device string
	Lang   string
	IP     string

	http *http.Client
}

// Client returns a new phone with its own number, device and address.
func (stack *Stack) Client(t testing.TB) *Client {
	t.Helper()
	transport := &http.Transport{DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &Client{
		Stack: stack, Phone: phoneOf(stack.Region()), Device: uuid.NewString(), Lang: "vi", IP: address(),
		http: &http.Client{Transport: transport},
	}
}

// Login returns a new phone whose borrower is logged in.
func (stack *Stack) Login(t testing.TB) *Client {
	t.Helper()
	c := stack.Client(t)
	c.Login(t)
	return c
}

// Consents are the consents that ticking the box of the login page gives.
func Consents() []map[string]any {
	var given []map[string]any
	for _, kind := range []string{"terms", "privacy", "data_processing"} {
		given = append(given, map[string]any{"kind": kind, "version": "1.0", "granted": true})
	}
	return given
}

// Login logs in as a borrower does: consents ticked, a code requested, read from the desk and entered.
func (c *Client) Login(t testing.TB) contract.LoginData {
	t.Helper()
	c.SendCode(t, 200)
	var data contract.LoginData
	c.OK(t, "memberSmsLogin", map[string]any{
		"phoneNum": c.Phone, "smsCode": c.Stack.Code(t, c.Phone), "type": 200, "consents": Consents(),
	}, &data)
	c.Token, c.MemberID = data.Token, data.MemberID
	return data
}

// SendCode requests a code of a type.
func (c *Client) SendCode(t testing.TB, kind int) contract.SendSmsCodeData {
	t.Helper()
	var data contract.SendSmsCodeData
	c.OK(t, "memberSendSmsCode", map[string]any{"phoneNum": c.Phone, "type": kind}, &data)
	return data
}

// Refresh verifies a code of a type, which makes the session fresh.
func (c *Client) Refresh(t testing.TB, kind int) {
	t.Helper()
	c.SendCode(t, kind)
	c.OK(t, "memberCheckSmsCode", map[string]any{"smsCode": c.Stack.Code(t, c.Phone), "type": kind}, nil)
}

// Answer is a response.
type Answer struct {
	Status  int
	Header  http.Header
	Body    []byte
	Success bool
	// Msg, ErrorCode and Data are from the envelope; empty for pictures and documents.
	Msg       string
	ErrorCode int
	Data      json.RawMessage
	// Trips is how many database round trips the request took.
	Trips int
	// Failure is the data of a response that is not a success.
	Failure Failure
}

// Failure is the additional data of a refusal.
type Failure struct {
	Reason       reason.Reason            `json:"reason"`
	Fields       map[string]string        `json:"fields"`
	FieldReasons map[string]reason.Reason `json:"fieldReasons"`
	RetryAfter   int64                    `json:"retryAfter"`
	SMSPhone     string                   `json:"smsPhone"`
	StoreURL     string                   `json:"storeUrl"`
}

// OK makes a request that must succeed and decodes its data into out, which may be nil.
func (c *Client) OK(t testing.TB, operation string, body, out any) Answer {
	t.Helper()
	answer := c.Call(t, operation, body)
	require.True(t, answer.Success, "%s: %d %s", operation, answer.Status, answer.Body)
	if out != nil {
		require.NoError(t, json.Unmarshal(answer.Data, out))
	}
	return answer
}

// Refused makes a request that must be refused with a reason.
func (c *Client) Refused(t testing.TB, r reason.Reason, operation string, body any) Answer {
	t.Helper()
	answer := c.Call(t, operation, body)
	require.Equal(t, r, answer.Failure.Reason, "%s: %d %s", operation, answer.Status, answer.Body)
	require.Equal(t, r.Code(), answer.ErrorCode)
	require.Equal(t, r.Status(), answer.Status)
	return answer
}

// Call makes a JSON request by its operationId. If it requires an idempotency key, a new one is used; CallWith sets the key.
func (c *Client) Call(t testing.TB, operation string, body any) Answer {
	t.Helper()
	return c.CallWith(t, uuid.NewString(), operation, body)
}

// CallWith is Call with an idempotency key.
func (c *Client) CallWith(t testing.TB, key, operation string, body any) Answer {
	t.Helper()
	raw, err := json.Marshal(body)
	require.NoError(t, err)
	op := Operation(t, operation)
	header := http.Header{"Content-Type": {"application/json"}}
	if op.Idempotent {
		header.Set("Idempotency-Key", key)
	}
	return c.Send(t, op, op.Path, header, raw)
}

// Send makes any request of an operation: the path with its parameters filled in, headers and body as given. The response is
// validated against the contract.
func (c *Client) Send(t testing.TB, op contract.Operation, path string, header http.Header, body []byte) Answer {
	t.Helper()
	answer := c.Raw(t, op.Method, path, header, body)
	require.NoError(t, c.Stack.check(op, answer), "%s", answer.Body)
	return answer
}

// Raw makes a request without validating the response against the contract.
func (c *Client) Raw(t testing.TB, method, path string, header http.Header, body []byte) Answer {
	t.Helper()
	answer, err := c.do(t.Context(), method, path, header, body)
	require.NoError(t, err)
	return answer
}

func (c *Client) do(ctx context.Context, method, path string, header http.Header, body []byte) (Answer, error) {
	base := c.Stack.Base()
	if base == "" {
		return Answer{}, errNoProcess
	}
	request, err := http.NewRequestWithContext(ctx, method, base+path, bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	for name, value := range map[string]string{
		"token": c.Token, "X-Device-Id": c.Device, "Accept-Language": c.Lang, "X-Forwarded-For": c.IP,
	} {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	for name, values := range header {
		request.Header[name] = values
	}
	response, err := c.http.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	answer := Answer{Status: response.StatusCode, Header: response.Header}
	if answer.Body, err = io.ReadAll(response.Body); err != nil {
		return Answer{}, err
	}
	answer.Trips, _ = strconv.Atoi(answer.Header.Get("X-Round-Trips"))
	answer.read()
	return answer, nil
}

// read decodes the envelope, if there is one.
func (a *Answer) read() {
	var envelope struct {
		Success   bool            `json:"success"`
		Msg       string          `json:"msg"`
		ErrorCode int             `json:"errorCode"`
		Data      json.RawMessage `json:"data"`
	}
	if json.Unmarshal(a.Body, &envelope) != nil {
		return
	}
	a.Success, a.Msg, a.ErrorCode, a.Data = envelope.Success, envelope.Msg, envelope.ErrorCode, envelope.Data
	if !a.Success {
		_ = json.Unmarshal(envelope.Data, &a.Failure)
	}
}

// Operation returns an operation of the contract.
func Operation(t testing.TB, id string) contract.Operation {
	t.Helper()
	document, err := contract.Load()
	require.NoError(t, err)
	op, found := document.Operation(id)
	require.True(t, found, "unknown operation %s", id)
	return op
}
