package faulttest

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Stack is a whole product whose partners are all reached over HTTP, each behind a line. The test's own pools do not use the
// lines.
type Stack struct {
	*apptest.Stack
	// Outside is a separate database of the partners, which is not affected by faults of the product's: the bank's books, the
	// operators' data, the delivered messages.
	Outside *pgxpool.Pool
	// Bank is the bank behind the line, Platforms the advertising platforms.
	Bank      *payment.Sandbox
	Platforms *Platforms

	Database, Files, Payment, Lender, SMS, Carrier, Advertising, Faces *Line

	keyring *secret.Keyring
}

// key is the key with which the partners and the product sign.
var key = bytes.Repeat([]byte("k"), 32)

const base64Key = "a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s="

// lenderCode is the code of the only lender.
const lenderCode = "sen"

// Start starts a stack; it ends with the test. Call Reports when a process serves.
func Start(t testing.TB, options ...apptest.Option) *Stack {
	t.Helper()
	s := &Stack{}
	s.Stack = apptest.Start(t, append(options, apptest.Rewire(func(variables map[string]string) { s.rewire(t, variables) }))...)
	return s
}

// rewire puts a line in front of each server in the variables.
func (s *Stack) rewire(t testing.TB, variables map[string]string) {
	t.Helper()
	s.Outside = postgrestest.New(t)
	s.Bank, s.Platforms = payment.NewSandbox(s.Outside), &Platforms{events: map[string]bool{}}
	through := func(name string) (line *Line) {
		u, err := url.Parse(variables[name])
		require.NoError(t, err)
		// Of several database hosts only the first is behind the line.
		first, others, several := strings.Cut(u.Host, ",")
		line = Open(t, first)
		u.Host = line.Address
		if several {
			u.Host += "," + others
		}
		variables[name] = u.String()
		return line
	}
	rules, err := lender.NewRuleEngine()
	require.NoError(t, err)
	for name, value := range map[string]string{
		"PAYMENT_GATEWAY": "http", "PAYMENT_URL": serve(t, bank{s.Bank}.routes()), "PAYMENT_KEY": base64Key,
		"COLLECTION_BANK_NAME": "Vietcombank", "COLLECTION_BANK_BIN": "970436", "COLLECTION_ACCOUNT": "1012345678", "COLLECTION_HOLDER": "LOANMARKET",
		"LENDER_GATEWAY": "http", "LENDER_URL": serve(t, decide(rules)), "LENDER_KEY": base64Key,
		"SMS_GATEWAY": "http", "SMS_URL": serve(t, messages(s.Outside)), "SMS_KEY": base64Key,
		"SMS_BODY":        `{"id": {{json .ID}}, "phone": {{json .Phone}}, "body": {{json .Body}}}`,
		"CARRIER_GATEWAY": "http", "CARRIER_URL": serve(t, operators(s.Outside)), "CARRIER_KEY": base64Key, "CARRIER_MERCHANT": merchant,
		"FACE_GATEWAY": "http", "FACE_URL": serve(t, newFaces().routes()), "FACE_KEY": base64Key,
		"ADS_GATEWAY": "http", "ADS_META_URL": serve(t, s.Platforms.routes()),
		"ADS_GOOGLE_DEVELOPER_TOKEN": "d", "ADS_GOOGLE_CLIENT_ID": "c", "ADS_GOOGLE_CLIENT_SECRET": "s",
	} {
		variables[name] = value
	}
	s.Database, s.Files = through("DATABASE_URL"), through("S3_ENDPOINT")
	s.Payment, s.Lender, s.SMS = through("PAYMENT_URL"), through("LENDER_URL"), through("SMS_URL")
	s.Carrier, s.Faces, s.Advertising = through("CARRIER_URL"), through("FACE_URL"), through("ADS_META_URL")
	one := variables["ADS_META_URL"]
	variables["ADS_TIKTOK_URL"], variables["ADS_GOOGLE_URL"], variables["ADS_GOOGLE_TOKEN_URL"] = one, one, one+"/token"
	c, err := config.Read(variables)
	require.NoError(t, err)
	s.keyring, err = c.DataKeys.Keyring()
	require.NoError(t, err)
}

// Lines returns all lines.
func (s *Stack) Lines() []*Line {
	return []*Line{s.Database, s.Files, s.Payment, s.Lender, s.SMS, s.Carrier, s.Advertising, s.Faces}
}

// Market is apptest's Market, with a lender that decides over HTTP and a channel on each advertising platform.
func (s *Stack) Market(t testing.TB) product.Product {
	t.Helper()
	p := s.Stack.Market(t)
	require.NoError(t, product.SaveLender(t.Context(), s.Pool, pricing.Price, product.Lender{
		Code: lenderCode, Region: "vi", Name: "Công ty Tài chính Sen", Licence: "Giấy phép 12/GP-NHNN", Type: "credit_institution", Gateway: "http", Endpoint: "http://" + s.Lender.Address, Active: true,
		From: p.Lender.Version(),
	}))
	token := "a token"
	for _, c := range channels {
		require.NoError(t, channel.Save(t.Context(), s.Pool, s.keyring, c, &token, s.Now()))
	}
	return p
}
