package faulttest

import (
	"bytes"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Stack is a whole product whose partners are all reached over HTTP, each behind a line. The test's own pools go round
// the lines.
type Stack struct {
	*apptest.Stack
	// Bank keeps the books of the bank behind the line.
	Bank *payment.Sandbox

	Database, Files, Payment, Lender, SMS *Line
}

// key is what the partners and the product sign with.
var key = bytes.Repeat([]byte("k"), 32)

const base64Key = "a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s="

// lenderCode is the one lender's.
const lenderCode = "sen"

// Start starts a stack; it ends with the test. Reports has to be called when a process serves.
func Start(t testing.TB, options ...apptest.Option) *Stack {
	t.Helper()
	s := &Stack{}
	s.Stack = apptest.Start(t, append(options, apptest.Rewire(func(variables map[string]string) { s.rewire(t, variables) }))...)
	return s
}

// rewire puts a line before each server that the variables name.
func (s *Stack) rewire(t testing.TB, variables map[string]string) {
	t.Helper()
	pool := postgrestest.Open(t, variables["DATABASE_URL"])
	s.Bank = payment.NewSandbox(pool)
	through := func(name string) (line *Line) {
		u, err := url.Parse(variables[name])
		require.NoError(t, err)
		line = Open(t, u.Host)
		u.Host = line.Address
		variables[name] = u.String()
		return line
	}
	rules, err := lender.NewRuleEngine()
	require.NoError(t, err)
	for name, value := range map[string]string{
		"PAYMENT_GATEWAY": "http", "PAYMENT_URL": serve(t, bank{s.Bank}.routes()), "PAYMENT_KEY": base64Key,
		"COLLECTION_BANK_NAME": "Vietcombank", "COLLECTION_BANK_BIN": "970436", "COLLECTION_ACCOUNT": "1012345678", "COLLECTION_HOLDER": "LOANMARKET",
		"LENDER_GATEWAY": "http", "LENDER_URL": serve(t, decide(rules)), "LENDER_KEY": base64Key,
		"SMS_GATEWAY": "http", "SMS_URL": serve(t, messages(pool)), "SMS_KEY": base64Key,
		"SMS_BODY": `{"id": {{json .ID}}, "phone": {{json .Phone}}, "body": {{json .Body}}}`,
	} {
		variables[name] = value
	}
	s.Database, s.Files = through("DATABASE_URL"), through("S3_ENDPOINT")
	s.Payment, s.Lender, s.SMS = through("PAYMENT_URL"), through("LENDER_URL"), through("SMS_URL")
}

// Lines are all lines.
func (s *Stack) Lines() []*Line {
	return []*Line{s.Database, s.Files, s.Payment, s.Lender, s.SMS}
}

// Market is apptest's, with a lender that decides over HTTP.
func (s *Stack) Market(t testing.TB) product.Product {
	t.Helper()
	p := s.Stack.Market(t)
	require.NoError(t, product.SaveLender(t.Context(), s.Pool, product.Lender{
		Code: lenderCode, Region: "vi", Name: "Công ty Tài chính Sen", Licence: "Giấy phép 12/GP-NHNN", Type: "credit_institution", Gateway: "http", Endpoint: "http://" + s.Lender.Address, Active: true,
	}))
	return p
}
