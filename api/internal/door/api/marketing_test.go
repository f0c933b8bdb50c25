package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// saveChannel saves a channel of Meta, modified by change.
func saveChannel(t testing.TB, stack *apptest.Stack, change func(*channel.Channel)) channel.Channel {
	t.Helper()
	c := channel.Channel{Code: "fb-1", PromotionPlatform: channel.Meta, PixelID: "1234567890", Active: true}
	if change != nil {
		change(&c)
	}
	token := "the platform's own token"
	require.NoError(t, channel.Save(t.Context(), stack.Pool, stack.Apps[0].Keyring, c, &token, stack.Now()))
	return c
}

// loginVia logs a new member in through a channel.
func loginVia(t testing.TB, c *apptest.Client, extra body) contract.LoginData {
	t.Helper()
	c.SendCode(t, 200)
	request := login(c.Phone, c.Stack.Code(t, c.Phone))
	for name, value := range extra {
		request[name] = value
	}
	var data contract.LoginData
	c.OK(t, "memberSmsLogin", request, &data)
	c.Token, c.MemberID = data.Token, data.MemberID
	return data
}

type outcome struct{ State, Detail string }

// registrationOutcome waits for the outcome of a registration event.
func registrationOutcome(t testing.TB, stack *apptest.Stack, member uuid.UUID) outcome {
	t.Helper()
	var o outcome
	require.Eventually(t, func() bool {
		return stack.Pool.QueryRow(t.Context(), `SELECT state, detail FROM conversion WHERE subject = $1`, member.String()).Scan(&o.State, &o.Detail) == nil
	}, 20*time.Second, 20*time.Millisecond, "the registration event has an outcome")
	return o
}

// spec: 7.channel-query
// spec: 3.channel-info, 3.channel-token, 3.channel-stored
func TestChannelIsFoundByCode(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	saveChannel(t, stack, func(c *channel.Channel) {
		c.RequireSame, c.PlatformIDLimit, c.ReportedScoreRange = true, "20005", "600-850"
	})
	c := stack.Client(t)
	var data contract.ChannelData
	c.OK(t, "channelQueryByCode", body{"code": "fb-1"}, &data)
	require.Equal(t, contract.ChannelDataPromotionPlatformMeta, data.PromotionPlatform)
	require.Equal(t, "1234567890", data.PixelID)
	require.True(t, data.RequireSame)
	require.Equal(t, "20005", data.PlatformIDLimit)
	require.Equal(t, "600-850", data.ReportedScoreRange)
	require.NotContains(t, data.AccessToken, "platform", "the platform's access token is not returned")

	var unknown contract.ChannelData
	c.OK(t, "channelQueryByCode", body{"code": "nobody"}, &unknown)
	require.Empty(t, unknown.PixelID)
	require.NotEmpty(t, unknown.AccessToken, "an unknown code gets a response of the same form")

	elsewhere := c.Raw(t, http.MethodPost, "/app/channel/queryByCode?product=20003", http.Header{"Content-Type": {"application/json"}}, []byte(`{"code":"fb-1"}`))
	require.Contains(t, string(elsewhere.Body), `"pixelId":""`, "the code is valid only on product 20005")
}

// spec: 7.channel-access, 8.10042
func TestVisitCountsOncePerDeviceAndDay(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	saveChannel(t, stack, nil)
	visits := func() (n int) {
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT coalesce(sum(visits), 0) FROM channel_visit`).Scan(&n))
		return n
	}
	c := stack.Client(t)
	var data contract.ChannelData
	c.OK(t, "channelQueryByCode", body{"code": "fb-1"}, &data)
	c.OK(t, "channelAccess", body{"channelCode": "fb-1", "accessToken": data.AccessToken}, nil)
	c.OK(t, "channelAccess", body{"channelCode": "fb-1", "accessToken": data.AccessToken}, nil)
	require.Equal(t, 1, visits())
	c.Refused(t, reason.APITokenIllegal, "channelAccess", body{"channelCode": "other", "accessToken": data.AccessToken})
	c.Refused(t, reason.APITokenIllegal, "channelAccess", body{"channelCode": "fb-1", "accessToken": "made.up"})
	stack.Client(t).OK(t, "channelAccess", body{"channelCode": "fb-1", "accessToken": data.AccessToken}, nil)
	require.Equal(t, 2, visits())
	stack.AdvanceWall(23 * time.Hour)
	c.OK(t, "channelAccess", body{"channelCode": "fb-1", "accessToken": data.AccessToken}, nil)
	require.Equal(t, 2, visits(), "still the same day")
	stack.AdvanceWall(2 * time.Hour)
	c.OK(t, "channelAccess", body{"channelCode": "fb-1", "accessToken": data.AccessToken}, nil)
	require.Equal(t, 3, visits(), "the next day is another visit")
	stack.Advance(t, 169*time.Hour)
	c.Refused(t, reason.APITokenIllegal, "channelAccess", body{"channelCode": "fb-1", "accessToken": data.AccessToken})
}

func TestVisitCountsOnlyWhereTheCodeIsValid(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	saveChannel(t, stack, func(c *channel.Channel) { c.PlatformIDLimit = "20001,20005" })
	visit := func(product string) (n int) {
		c := stack.Client(t)
		var data contract.ChannelData
		c.OK(t, "channelQueryByCode", body{"code": "fb-1"}, &data)
		said := []byte(`{"channelCode":"fb-1","accessToken":"` + data.AccessToken + `"}`)
		require.Equal(t, http.StatusOK, c.Raw(t, http.MethodPost, "/app/channel/access?product="+product, http.Header{"Content-Type": {"application/json"}}, said).Status)
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT coalesce(sum(visits), 0) FROM channel_visit`).Scan(&n))
		return n
	}
	require.Zero(t, visit("20003"), "registrations there are not counted for the channel either")
	require.Equal(t, 1, visit("20005"))
}

// spec: 3.login-request
func TestLoginStoresItsOrigin(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	saveChannel(t, stack, nil)
	kept := func(c *apptest.Client) (o channel.Origin) {
		found, err := channel.LastOrigin(c.MemberID, stack.Now()).Read(t.Context(), stack.Pool)
		require.NoError(t, err)
		require.NotNil(t, found)
		return *found
	}
	brought := body{
		"channelCode": "fb-1", "facebookFbc": "fb.1.17.abc", "facebookFbp": "fb.1.17.42", "webClickId": "click-id=7",
		"pageUrl": "https://vayro.example/m/land?phone=0901234567#x",
	}
	c := stack.Client(t)
	loginVia(t, c, brought)
	o := kept(c)
	require.Equal(t, "fb-1", o.Channel)
	require.True(t, o.NewMember)
	require.Equal(t, "https://vayro.example/m/land", o.PageURL, "the page URL is stored without its query")
	require.Empty(t, o.FacebookFbc+o.FacebookFbp+o.WebClickID+o.IP+o.UserAgent, "without consent no browser data is stored")

	c = stack.Client(t)
	brought["adsConsent"] = true
	loginVia(t, c, brought)
	o = kept(c)
	require.Equal(t, []string{"fb.1.17.abc", "fb.1.17.42", "click-id=7", c.IP}, []string{o.FacebookFbc, o.FacebookFbp, o.WebClickID, o.IP})

	var code *string
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT channel_code FROM member WHERE id = $1`, c.MemberID).Scan(&code))
	require.Equal(t, "fb-1", *code)
	stranger := stack.Client(t)
	loginVia(t, stranger, body{"channelCode": "made-up", "adsConsent": true})
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT channel_code FROM member WHERE id = $1`, stranger.MemberID).Scan(&code))
	require.Nil(t, code, "an unknown channel code is not stored")
}

// meta stands in for the platform's Conversions API.
type meta struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []map[string]any
	paths  []string
	status []int
}

func newMeta(t testing.TB, status ...int) *meta {
	t.Helper()
	m := &meta{status: status}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.mu.Lock()
		defer m.mu.Unlock()
		var said map[string]any
		_ = json.NewDecoder(r.Body).Decode(&said)
		m.bodies, m.paths = append(m.bodies, said), append(m.paths, r.URL.String())
		status := 200
		if len(m.status) > 0 {
			status, m.status = m.status[0], m.status[1:]
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"events_received":1,"error":{"code":100}}`))
	}))
	t.Cleanup(m.Close)
	return m
}

func (m *meta) requests() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.bodies)
}

// spec: 4.land-event
func TestRegistrationIsReportedToPlatform(t *testing.T) {
	t.Parallel()
	platform := newMeta(t, 503)
	stack := apptest.Start(t, apptest.Set("ADS_GATEWAY", "http"), apptest.Set("ADS_META_URL", platform.URL))
	saveChannel(t, stack, func(c *channel.Channel) { c.TestEventCode = "TEST1" })
	c := stack.Client(t)
	loginVia(t, c, body{"channelCode": "fb-1", "adsConsent": true, "facebookFbc": "fb.1.17.abc", "facebookFbp": "fb.1.17.42"})
	require.Equal(t, outcome{"sent", ""}, registrationOutcome(t, stack, c.MemberID))
	require.Equal(t, 2, platform.requests(), "a temporary failure is retried")

	said := platform.bodies[1]
	require.Equal(t, "/v25.0/1234567890/events", platform.paths[1], "the URL contains no token")
	require.Equal(t, "the platform's own token", said["access_token"])
	require.Equal(t, "TEST1", said["test_event_code"])
	event := said["data"].([]any)[0].(map[string]any)
	require.Equal(t, "CompleteRegistration", event["event_name"])
	require.Equal(t, channel.EventID(channel.Registration, c.MemberID), event["event_id"], "the browser's event has the same id")
	user := event["user_data"].(map[string]any)
	require.Equal(t, "fb.1.17.abc", user["fbc"])
	require.Equal(t, "fb.1.17.42", user["fbp"])
	require.Len(t, user["ph"].([]any)[0], 64)
	raw, err := json.Marshal(said)
	require.NoError(t, err)
	require.NotContains(t, string(raw), c.Phone[1:], "the phone number is sent only as a hash")
}

func TestRefusalByPlatformIsFinal(t *testing.T) {
	t.Parallel()
	platform := newMeta(t, 400, 200)
	stack := apptest.Start(t, apptest.Set("ADS_GATEWAY", "http"), apptest.Set("ADS_META_URL", platform.URL))
	saveChannel(t, stack, nil)
	c := stack.Client(t)
	loginVia(t, c, body{"channelCode": "fb-1", "adsConsent": true})
	require.Equal(t, outcome{"refused", "refused by the platform"}, registrationOutcome(t, stack, c.MemberID))
	var state string
	require.Eventually(t, func() bool {
		_ = stack.Pool.QueryRow(t.Context(), `SELECT state::text FROM river_job WHERE kind = 'conversion'`).Scan(&state)
		return state == "cancelled"
	}, 10*time.Second, 20*time.Millisecond)
	require.Equal(t, 1, platform.requests())
}

// A report that the platform refuses because of its token is retried, because an operator can replace the token. No
// report is lost.
func TestReportWithRejectedTokenIsRetried(t *testing.T) {
	t.Parallel()
	for _, status := range []int{401, 403} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			platform := newMeta(t, status)
			stack := apptest.Start(t, apptest.Set("ADS_GATEWAY", "http"), apptest.Set("ADS_META_URL", platform.URL))
			saveChannel(t, stack, nil)
			c := stack.Client(t)
			loginVia(t, c, body{"channelCode": "fb-1", "adsConsent": true})
			require.Equal(t, outcome{"sent", ""}, registrationOutcome(t, stack, c.MemberID))
			require.Equal(t, 2, platform.requests())
		})
	}
}

// The settings requireSame, platformIdLimit and reportedScoreRange, and missing consent, hold reports back.
func TestChannelReportConditions(t *testing.T) {
	t.Parallel()
	fbc := body{"facebookFbc": "fb.1.17.abc"}
	for name, test := range map[string]struct {
		change func(*channel.Channel)
		extra  body
		want   outcome
	}{
		"with consent":                   {nil, body{"adsConsent": true}, outcome{"sent", ""}},
		"without consent":                {nil, body{}, outcome{"skipped", "no consent"}},
		"refused consent":                {nil, body{"adsConsent": false}, outcome{"skipped", "no consent"}},
		"the platform's own click":       {func(c *channel.Channel) { c.RequireSame = true }, body{"adsConsent": true, "facebookFbc": fbc["facebookFbc"]}, outcome{"sent", ""}},
		"a forwarded link":               {func(c *channel.Channel) { c.RequireSame = true }, body{"adsConsent": true}, outcome{"skipped", "the click came from elsewhere"}},
		"another platform's click":       {func(c *channel.Channel) { c.RequireSame = true }, body{"adsConsent": true, "webClickId": "gclid=1"}, outcome{"skipped", "the click came from elsewhere"}},
		"a score inside the range":       {func(c *channel.Channel) { c.ReportedScoreRange = "600-850" }, body{"adsConsent": true}, outcome{"sent", ""}},
		"a score outside the range":      {func(c *channel.Channel) { c.ReportedScoreRange = "601-850" }, body{"adsConsent": true}, outcome{"skipped", "the score is outside of the range"}},
		"a channel without a platform":   {func(c *channel.Channel) { c.PromotionPlatform, c.PixelID = "", "" }, body{"adsConsent": true}, outcome{"skipped", "the channel has no platform here, or is closed"}},
		"a product that the code allows": {func(c *channel.Channel) { c.PlatformIDLimit = "20003,20005" }, body{"adsConsent": true}, outcome{"sent", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stack := apptest.Start(t)
			saveChannel(t, stack, test.change)
			c := stack.Client(t)
			test.extra["channelCode"] = "fb-1"
			loginVia(t, c, test.extra)
			require.Equal(t, test.want, registrationOutcome(t, stack, c.MemberID))
			var told int
			require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM desk_conversion`).Scan(&told))
			require.Equal(t, test.want.State == "sent", told == 1)
		})
	}
}

func TestWithdrawnConsentStopsConversionReports(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	saveChannel(t, stack, nil)
	c := stack.Client(t)
	loginVia(t, c, body{"channelCode": "fb-1", "adsConsent": true})
	require.Equal(t, outcome{"sent", ""}, registrationOutcome(t, stack, c.MemberID))
	_, granted := consentsOf(t, c)
	require.True(t, granted["analytics"], "the consent to advertising is listed as analytics")
	c.OK(t, "memberSetConsent", consentBody("analytics", false), nil)
	order := uuid.New()
	args := conversion.Args{MemberID: c.MemberID, Event: channel.Application, Subject: order, At: stack.Now()}
	require.NoError(t, job.Insert(t.Context(), stack.Pool, job.Of(args)...))
	require.Equal(t, outcome{"skipped", "no consent"}, registrationOutcome(t, stack, order))
}

func TestChannelOfOtherProductStoresAndReportsNothing(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	saveChannel(t, stack, func(c *channel.Channel) { c.PlatformIDLimit = "20003" })
	c := stack.Client(t)
	loginVia(t, c, body{"channelCode": "fb-1", "adsConsent": true})
	var origins, jobs int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM login_origin), (SELECT count(*) FROM river_job WHERE kind = 'conversion')`).Scan(&origins, &jobs))
	require.Zero(t, origins+jobs)
}

// spec: 7.data-record
// spec: 3.tracking-record
func TestPagesAndButtonsAreRecorded(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	type kept struct {
		Hash         []byte
		Page, Button string
	}
	read := func() (all []kept) {
		rows, err := stack.Pool.Query(t.Context(), `SELECT phone_hash, page_id, button_id FROM tracking_record ORDER BY id`)
		require.NoError(t, err)
		for rows.Next() {
			var k kept
			require.NoError(t, rows.Scan(&k.Hash, &k.Page, &k.Button))
			all = append(all, k)
		}
		return all
	}
	c := stack.Client(t)
	c.OK(t, "submitDataRecord", body{"phoneNumber": c.Phone, "pageId": "/m/land", "buttonId": "getCode"}, nil)
	c.OK(t, "submitDataRecord", body{"phoneNumber": "no number", "records": []body{{"pageId": "/m/home", "buttonId": ""}, {"pageId": "/m/home", "buttonId": "borrow"}}}, nil)
	all := read()
	require.Len(t, all, 3)
	require.Equal(t, stack.Apps[0].Hasher.Hash("phone", "vi", c.Phone), all[0].Hash, "the phone number is stored as a keyed hash")
	require.Nil(t, all[1].Hash)
	require.Equal(t, []string{"/m/home", "borrow"}, []string{all[2].Page, all[2].Button})

	beacon := c.Raw(t, http.MethodPost, "/app/submit/dataRecord", http.Header{"Content-Type": {"text/plain;charset=UTF-8"}}, []byte(`{"pageId":"/m/land","buttonId":"leave"}`))
	require.True(t, beacon.Success, "a beacon of a closing page cannot have the media type of JSON: %s", beacon.Body)

	c.Refused(t, reason.InvalidParameter, "submitDataRecord", body{})
	c.Refused(t, reason.InvalidParameter, "submitDataRecord", body{"pageId": "<script>", "buttonId": ""})
	c.Refused(t, reason.InvalidParameter, "submitDataRecord", body{"pageId": strings.Repeat("x", 65), "buttonId": ""})

	me := stack.Login(t)
	me.OK(t, "submitDataRecord", body{"phoneNumber": "0900000000", "pageId": "/m/mine", "buttonId": ""}, nil)
	all = read()
	require.Equal(t, stack.Apps[0].Hasher.Hash("phone", "vi", me.Phone), all[len(all)-1].Hash, "the number of the session counts, not that of the request")

	stack.Advance(t, 91*24*time.Hour)
	_, _, err := channel.PurgeRecords(t.Context(), stack.Pool, stack.Now(), stack.Apps[0].Config.Retention.Tracking)
	require.NoError(t, err)
	require.Empty(t, read())
}

// spec: 7.guide
// spec: 7.advertise
func TestContentPagesAreServed(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	var guide contract.ContentPage
	c.OK(t, "mainGuide", body{}, &guide)
	require.Equal(t, "guide", guide.Page)
	require.NotEmpty(t, guide.Blocks)
	c.Lang = "en"
	var ad contract.AdvertiseData
	c.OK(t, "mainAdvertise", body{}, &ad)
	require.Contains(t, ad.Blocks[0].Spans[0].Text, "24%")
	figures := map[string]contract.Claim{}
	for _, claim := range ad.Claims {
		require.NotEmpty(t, claim.Basis, "every figure states its basis")
		require.Equal(t, "2026-09-30", claim.AsOf.String())
		figures[claim.Figure] = claim
	}
	require.Contains(t, figures, "98.9%")
	require.Contains(t, figures, "Over 80%")
	require.Contains(t, figures, "20")
	op := apptest.Operation(t, "contentPage")
	for _, page := range []string{"help", "about", "privacy", "privacy2", "terms", "guide"} {
		var text contract.ContentPage
		answer := c.Send(t, op, strings.Replace(op.Path, "{page}", page, 1), http.Header{"Content-Type": {"application/json"}}, []byte("{}"))
		require.NoError(t, json.Unmarshal(answer.Data, &text), "%s", answer.Body)
		require.Equal(t, page, text.Page)
		require.NotEmpty(t, text.Blocks, page)
		require.NotContains(t, string(answer.Body), "{{", page)
	}
	wrong := c.Raw(t, http.MethodPost, "/app/content/secrets", http.Header{"Content-Type": {"application/json"}}, []byte("{}"))
	require.Equal(t, 400, wrong.Status)
}

// spec: 1.chat
func TestChatIdentityIsSignedByServer(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	var config contract.ProductConfig
	c.OK(t, "configProduct", body{}, &config)
	require.Equal(t, "https://chat.example", config.Chat.BaseURL)
	var who contract.ChatIdentity
	c.OK(t, "chatIdentity", body{}, &who)
	require.True(t, strings.HasPrefix(who.Identifier, c.MemberID.String()))
	require.Len(t, who.IdentifierHash, 64)
	visitor := stack.Client(t)
	visitor.Refused(t, reason.SessionEnded, "chatIdentity", body{})

	quiet := apptest.Start(t, apptest.Set("CHAT_URL", ""))
	c = quiet.Login(t)
	c.OK(t, "chatIdentity", body{}, &who)
	require.Equal(t, contract.ChatIdentity{}, who, "without a configured chat the identity is empty")
}

// The chat widget shows the conversation of the identifier that it receives. The new holder of a number gets another
// identifier than the previous one, and a proved identity gets a new one again, which all devices of that person share.
func TestChatOfPreviousNumberHolderIsNotOpened(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	named := func(c *client) string {
		var who contract.ChatIdentity
		c.OK(t, "chatIdentity", body{}, &who)
		return who.Identifier
	}
	old := stack.Login(t)
	before := named(old)
	require.Equal(t, before, named(old))
	loginAgain(t, old)
	require.Equal(t, before, named(old), "a device keeps its conversation after a new login")
	fresh := newDevice(t, old)
	first := named(fresh)
	require.NotEqual(t, before, first)

	fresh.OK(t, "authIdentity", identityBody(t, fresh, "001199000325"), nil)
	proved := named(fresh)
	require.NotContains(t, []string{before, first}, proved)
	old.Refused(t, reason.SecondFactNeeded, "chatIdentity", body{})
	fresh.LetIn(t, old)
	require.Equal(t, proved, named(old), "both phones of one person share the conversation")
	fresh.OK(t, "authIdentity", identityBody(t, fresh, "001199000325"), nil)
	require.Equal(t, proved, named(fresh), "submitting the same identity again changes nothing")

	// An operator removes an identity that belonged to somebody else, and the phone number goes to the next holder.
	_, err := stack.Owner.Exec(t.Context(), `DELETE FROM identity WHERE member_id = $1`, old.MemberID)
	require.NoError(t, err)
	require.Equal(t, first, named(fresh))
	next := newDevice(t, old)
	next.OK(t, "authIdentity", identityBody(t, next, "001199000329"), nil)
	require.NotContains(t, []string{before, first, proved}, named(next))
}
