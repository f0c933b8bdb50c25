package sms

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/partnertest"
)

func TestMessageThatReachedNoProviderIsNotTaken(t *testing.T) {
	t.Parallel()
	for name, address := range partnertest.Unsent(t) {
		gateway, err := NewHTTP(HTTPConfig{URL: address, Body: jsonTemplate})
		require.NoError(t, err)
		err = gateway.Send(t.Context(), awkward)
		require.ErrorIs(t, err, ErrNotTaken, name)
		require.NotContains(t, err.Error(), awkward.Phone)
		there, err := url.Parse(address)
		require.NoError(t, err)
		twilio, err := NewTwilio(TwilioConfig{AccountSID: "AC1", AuthToken: "t", From: "+1", Transport: redirect{there}})
		require.NoError(t, err)
		require.ErrorIs(t, twilio.Send(t.Context(), awkward), ErrNotTaken, name)
	}
	for _, name := range []string{"cut before the response", "a page", "a page and accepted"} {
		gateway, err := NewHTTP(HTTPConfig{URL: partnertest.Uncertain(t)[name], Body: jsonTemplate})
		require.NoError(t, err)
		err = gateway.Send(t.Context(), awkward)
		require.Error(t, err, name)
		require.NotErrorIs(t, err, ErrNotTaken, name)
	}
}

// A proxy's page says nothing about the number, even with a status that the provider uses for refusals.
func TestPageRefusesNoNumber(t *testing.T) {
	t.Parallel()
	gateway, err := NewHTTP(HTTPConfig{URL: partnertest.Uncertain(t)["a page and not found"], Body: jsonTemplate, Refused: []string{"404"}})
	require.NoError(t, err)
	err = gateway.Send(t.Context(), awkward)
	require.ErrorIs(t, err, ErrNotTaken)
	require.False(t, isRefusal(err))
}
