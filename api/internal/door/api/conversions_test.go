package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// reportedEvent is an event as a platform received it.
type reportedEvent struct {
	Name     string
	Value    json.Number
	Currency string
	Click    string
}

// adPlatforms stands in for the three platforms at one address, each with its own field names. The first request fails.
type adPlatforms struct {
	*httptest.Server
	mu     sync.Mutex
	failed bool
	all    map[string][]reportedEvent // by event id
}

func newAdPlatforms(t testing.TB) *adPlatforms {
	t.Helper()
	p := &adPlatforms{all: map[string][]reportedEvent{}}
	p.Server = httptest.NewServer(http.HandlerFunc(p.serve))
	t.Cleanup(p.Close)
	return p
}

func (p *adPlatforms) serve(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.URL.Path == "/token" {
		_, _ = io.WriteString(w, `{"access_token":"access","expires_in":3599}`)
		return
	}
	if !p.failed {
		p.failed = true
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	var said struct {
		Data []struct {
			Event      string        `json:"event"`
			EventName  string        `json:"event_name"`
			EventID    string        `json:"event_id"`
			Properties reportedValue `json:"properties"`
			CustomData reportedValue `json:"custom_data"`
			User       struct {
				ClickID string `json:"ttclid"`
			} `json:"user"`
			UserData struct {
				Fbc string `json:"fbc"`
			} `json:"user_data"`
		} `json:"data"`
		Conversions []struct {
			Gclid    string      `json:"gclid"`
			Action   string      `json:"conversionAction"`
			OrderID  string      `json:"orderId"`
			Value    json.Number `json:"conversionValue"`
			Currency string      `json:"currencyCode"`
		} `json:"conversions"`
	}
	_ = json.NewDecoder(r.Body).Decode(&said)
	for _, e := range said.Data {
		value := e.Properties
		if value.Currency == "" {
			value = e.CustomData
		}
		p.all[e.EventID] = append(p.all[e.EventID], reportedEvent{e.Event + e.EventName, value.Value, value.Currency, e.User.ClickID + e.UserData.Fbc})
	}
	for _, c := range said.Conversions {
		p.all[c.OrderID] = append(p.all[c.OrderID], reportedEvent{c.Action, c.Value, c.Currency, c.Gclid})
	}
	_, _ = io.WriteString(w, `{"code":0}`)
}

type reportedValue struct {
	Value    json.Number `json:"value"`
	Currency string      `json:"currency"`
}

func (p *adPlatforms) received(event channel.Event, subject uuid.UUID) []reportedEvent {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all[channel.EventID(event, subject)]
}

func (p *adPlatforms) total() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, one := range p.all {
		n += len(one)
	}
	return n
}

func (p *adPlatforms) options() []apptest.Option {
	set := []apptest.Option{apptest.Processes(2), apptest.Set("ADS_GATEWAY", "http")}
	for name, value := range map[string]string{
		"META_URL": p.URL, "TIKTOK_URL": p.URL, "GOOGLE_URL": p.URL, "GOOGLE_TOKEN_URL": p.URL + "/token",
		"GOOGLE_DEVELOPER_TOKEN": "d", "GOOGLE_CLIENT_ID": "c", "GOOGLE_CLIENT_SECRET": "s",
	} {
		set = append(set, apptest.Set("ADS_"+name, value))
	}
	return set
}

// loanFromAd goes from the advertisement to the payout: the login, one application that is sent twice, and its payout.
func (m market) loanFromAd(t *testing.T, came body) (*apptest.Client, contract.OrderRef) {
	t.Helper()
	c := m.Client(t)
	came["consents"] = apptest.Consents()
	loginVia(t, c, came)
	m.verify(t, c, person{income: 4, born: "1995-05-05"})
	m.card(t, c, "1903"+apptest.Phone()[1:])
	asked, key := m.application(t, c, 2_000_000, 91), uuid.NewString()
	var first, again contract.OrderRef
	require.NoError(t, json.Unmarshal(c.CallWith(t, key, "loanApply", asked).Data, &first))
	require.NoError(t, json.Unmarshal(c.CallWith(t, key, "loanApply", asked).Data, &again))
	require.Equal(t, first, again)
	m.await(t, c, first, loan.ToConfirm)
	m.confirm(t, c, first)
	m.await(t, c, first, loan.WaitingPayment)
	return c, first
}

// A platform receives three events about a member whom its advertisement brought: registration, application and payout.
// Each event is sent once, with two processes and repeated requests, and it contains the paid-out amount and no further
// data.
//
// spec: 4.land-event
func TestConversionEventsAreReportedOnceEach(t *testing.T) {
	t.Parallel()
	for _, platform := range []struct {
		channel channel.Channel
		click   body
		names   [3]string
		clickID string
	}{
		{
			channel.Channel{Code: "fb", PromotionPlatform: channel.Meta, PixelID: "1"}, body{"facebookFbc": "fb.1.17.abc"},
			[3]string{"CompleteRegistration", "SubmitApplication", "Purchase"}, "fb.1.17.abc",
		},
		{
			channel.Channel{Code: "tt", PromotionPlatform: channel.TikTok, PixelID: "P"}, body{"webClickId": "ttclid=E.C.P.1"},
			[3]string{"CompleteRegistration", "SubmitApplication", "Purchase"}, "E.C.P.1",
		},
		{
			channel.Channel{
				Code: "gg", PromotionPlatform: channel.Google, PixelID: "AW-1/x", ReportTo: "1234567890/registration:11,application:12,payout:13",
			}, body{"webClickId": "gclid=g1"},
			[3]string{
				"customers/1234567890/conversionActions/11", "customers/1234567890/conversionActions/12", "customers/1234567890/conversionActions/13",
			}, "g1",
		},
	} {
		t.Run(platform.channel.Code, func(t *testing.T) {
			t.Parallel()
			platforms := newAdPlatforms(t)
			m := newMarket(t, platforms.options()...)
			saveChannel(t, m.Stack, func(c *channel.Channel) {
				*c = platform.channel
				c.Active, c.RequireSame = true, true
			})
			said := body{"channelCode": platform.channel.Code, "adsConsent": true}
			for name, value := range platform.click {
				said[name] = value
			}
			c, order := m.loanFromAd(t, said)
			for event, subject := range map[channel.Event]uuid.UUID{channel.Registration: c.MemberID, channel.Application: order.OrderID, channel.Payout: order.OrderID} {
				require.Equal(t, outcome{"sent", ""}, outcomeOf(t, m.Stack, event, subject), event)
			}
			require.Equal(t, []reportedEvent{{platform.names[0], "", "", platform.clickID}}, platforms.received(channel.Registration, c.MemberID))
			require.Equal(t, []reportedEvent{{platform.names[1], "", "", platform.clickID}}, platforms.received(channel.Application, order.OrderID), "the event of an application has no amount")
			require.Equal(t, []reportedEvent{{platform.names[2], "2000000", "VND", platform.clickID}}, platforms.received(channel.Payout, order.OrderID))

			// A repeated request for the same report has no effect, whether it comes at once or after the queue has
			// deleted the first job.
			again := conversion.Args{
				MemberID: c.MemberID, Event: channel.Payout, Subject: order.OrderID, At: m.Now(), Value: money.Of(2_000_000, "VND"),
			}
			require.NoError(t, job.Insert(t.Context(), m.Pool, again.Job()))
			require.NoError(t, job.Insert(t.Context(), m.Pool, job.Of(again)...))
			awaitReports(t, m.Stack)
			require.Equal(t, 3, platforms.total())
		})
	}
}

// Without consent no event is reported, whatever happens later. An event for which the channel of a platform names no
// action is not reported either.
func TestNoConversionIsReportedWithoutConsent(t *testing.T) {
	t.Parallel()
	platforms := newAdPlatforms(t)
	m := newMarket(t, platforms.options()...)
	saveChannel(t, m.Stack, nil)
	c, order := m.loanFromAd(t, body{"channelCode": "fb-1", "facebookFbc": "fb.1.17.abc"})
	for event, subject := range map[channel.Event]uuid.UUID{channel.Registration: c.MemberID, channel.Application: order.OrderID, channel.Payout: order.OrderID} {
		require.Equal(t, outcome{"skipped", "no consent"}, outcomeOf(t, m.Stack, event, subject), event)
	}
	saveChannel(t, m.Stack, func(c *channel.Channel) {
		*c = channel.Channel{Code: "gg", PromotionPlatform: channel.Google, PixelID: "AW-1/x", ReportTo: "1234567890/payout:13", Active: true}
	})
	other := m.Client(t)
	loginVia(t, other, body{"channelCode": "gg", "adsConsent": true, "webClickId": "gclid=g1"})
	require.Equal(t, outcome{"skipped", "the channel names no conversion action for it"}, registrationOutcome(t, m.Stack, other.MemberID))
	awaitReports(t, m.Stack)
	require.Zero(t, platforms.total())
	require.False(t, platforms.failed, "no platform received a request")
}

// outcomeOf waits for the outcome of an event.
func outcomeOf(t *testing.T, stack *apptest.Stack, event channel.Event, subject uuid.UUID) (o outcome) {
	t.Helper()
	require.Eventually(t, func() bool {
		const find = `SELECT state, detail FROM conversion WHERE event = $1 AND subject = $2`
		return stack.Pool.QueryRow(t.Context(), find, event, subject.String()).Scan(&o.State, &o.Detail) == nil
	}, 30*time.Second, 20*time.Millisecond, "the event %s has an outcome", event)
	return o
}

// awaitReports waits until no report is pending.
func awaitReports(t *testing.T, stack *apptest.Stack) {
	t.Helper()
	require.Eventually(t, func() bool {
		var waiting int
		const count = `SELECT count(*) FROM river_job WHERE kind = 'conversion' AND state NOT IN ('completed', 'cancelled', 'discarded')`
		return stack.Pool.QueryRow(t.Context(), count).Scan(&waiting) == nil && waiting == 0
	}, 30*time.Second, 20*time.Millisecond, "no conversion report is pending")
}
