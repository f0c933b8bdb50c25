package api_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// A refusal for a missing consent is stored under its key like every other one, so a client that gives the consent repeats its
// request under another key.
func TestMissingConsentStaysRefusedUnderItsKey(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.Client(t)
	loginVia(t, c, nil)
	key := uuid.NewString()
	request := func(key string) reason.Reason {
		return mallWith(t, c, key, "mallDetail", vinaphone, withPassword(password)).Failure.Reason
	}
	require.Equal(t, reason.ConsentNeeded, request(key))
	for _, kind := range []string{"terms", "privacy", "data_processing"} {
		c.OK(t, "memberSetConsent", consentBody(kind, true), nil)
	}
	require.Equal(t, reason.ConsentNeeded, request(key))
	require.NotEqual(t, reason.ConsentNeeded, request(uuid.NewString()))
}
