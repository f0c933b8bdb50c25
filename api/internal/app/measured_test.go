package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/metric"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// silentBank fails each call with a different error.
type silentBank struct{ payment.Gateway }

func (silentBank) NameInquiry(context.Context, payment.Account) (string, error) {
	return "", payment.ErrNoAccount
}

func (silentBank) Payout(context.Context, payment.Transfer) (payment.Result, error) {
	return payment.Result{}, errors.New("payment: /payout answered 401 for 19036666888")
}

func (silentBank) Lookup(context.Context, string) (payment.Result, error) {
	return payment.Result{}, fmt.Errorf("%w: /lookup answered 422", payment.ErrRefused)
}

// A transfer continues without the error of its call, so the log is the only place that shows it.
func TestFailedPartnerCallIsLogged(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	a := &App{Metrics: metric.New(), Log: zerolog.New(&lines)}
	bank := measuredPayment{silentBank{}, a.meter("payment", "inquiry", "payout", "lookup")}

	_, err := bank.NameInquiry(t.Context(), payment.Account{})
	require.ErrorIs(t, err, payment.ErrNoAccount)
	require.Empty(t, lines.String(), "an unknown account is a valid answer")

	result, err := payment.Execute(t.Context(), bank, payment.Attempt{}, func(context.Context) (payment.Transfer, error) { return payment.Transfer{}, nil })
	require.NoError(t, err)
	require.Equal(t, payment.Unknown, result.State)
	require.JSONEq(t, `{"level": "warn", "gateway": "payment", "call": "payout", "result": "failed", "error": "payment: /payout answered 401 for #",
		"message": "a call to a partner failed"}`, lines.String())

	lines.Reset()
	_, err = bank.Lookup(t.Context(), "")
	require.ErrorIs(t, err, payment.ErrRefused)
	require.Contains(t, lines.String(), `"result":"refused"`)
}
