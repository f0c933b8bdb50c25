package faulttest

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"sync"

	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
)

// Platforms simulates the three advertising platforms at one URL, each with its own protocol. Like them, it counts an event
// once by its id, however often it is reported.
type Platforms struct {
	mu     sync.Mutex
	events map[string]bool
}

// Told reports whether a platform has received an event, by its id.
func (p *Platforms) Told(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.events[id]
}

func (p *Platforms) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/token", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"access_token":"access","expires_in":3599}`)
	})
	mux.HandleFunc("/", p.take)
	return mux
}

func (p *Platforms) take(w http.ResponseWriter, r *http.Request) {
	var told struct {
		Data []struct {
			ID string `json:"event_id"`
		} `json:"data"`
		Conversions []struct {
			ID string `json:"orderId"`
		} `json:"conversions"`
	}
	if err := json.NewDecoder(r.Body).Decode(&told); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	heard := map[string]bool{}
	for _, event := range told.Data {
		heard[event.ID] = true
	}
	for _, conversion := range told.Conversions {
		heard[conversion.ID] = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.Copy(p.events, heard)
	_, _ = io.WriteString(w, `{"code":0}`)
}

// channels has one channel of each platform.
var channels = []channel.Channel{
	{Code: "fb", PromotionPlatform: channel.Meta, PixelID: "1", Active: true},
	{Code: "tt", PromotionPlatform: channel.TikTok, PixelID: "P", Active: true},
	{
		Code: "gg", PromotionPlatform: channel.Google, PixelID: "AW-1/x", Active: true,
		ReportTo: "1234567890/registration:11,application:12,payout:13",
	},
}

// Clicks returns the login fields of a borrower who came by each channel.
func Clicks() []map[string]any {
	clicks := []map[string]any{{"facebookFbc": "fb.1.17.abc"}, {"webClickId": "ttclid=E.C.P.1"}, {"webClickId": "gclid=g1"}}
	for i, c := range channels {
		clicks[i]["channelCode"], clicks[i]["adsConsent"] = c.Code, true
	}
	return clicks
}
