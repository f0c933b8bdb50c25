package app

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/redact"
	"github.com/loanmarket/loanmarket/api/internal/base/region/phone"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/gateway/ads"
	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
)

// marketingJobs builds the flow that reports conversions.
func (a *App) marketingJobs() jobs.Marketing {
	var gateway ads.Gateway = ads.NewDesk(a.Pool)
	if a.Config.Ads.Gateway == config.HTTP {
		gateway = ads.NewHTTP(adAddresses(a.Config.Ads))
	}
	gateway = ads.Shared(measuredAds{gateway, a.meter("ads", "report")}, job.NewShares(ads.MaxConcurrent))
	return jobs.Marketing{Conversions: conversion.New(a.Pool, a.Clock, a.Region, a.Keyring, gateway), Alarm: func(err error) {
		a.alarm(a.Log.Warn(), "ads.refused").Str("error", redact.Text(err.Error())).Msg("an advertising platform refuses reports: check the channel's pixel and token, and the platform's address")
	}}
}

// adAddresses returns the addresses of the platforms.
func adAddresses(c config.Ads) ads.Addresses {
	g := c.Google
	return ads.Addresses{Meta: c.MetaURL, TikTok: c.TikTokURL, Google: ads.Google{
		API: g.URL, TokenURL: g.TokenURL, ClientID: g.ClientID, ClientSecret: g.ClientSecret.Reveal(),
		DeveloperToken: g.DeveloperToken.Reveal(), LoginCustomerID: g.LoginCustomerID,
	}}
}

// chatWidget returns the configured chat widget.
func (a *App) chatWidget() chat.Widget {
	c := a.Config.Chat
	return chat.Widget{BaseURL: strings.TrimRight(c.URL, "/"), Key: []byte(c.Key.Reveal()), OnPayPages: c.OnPayPages, InShell: c.InShell}
}

// chatContacts returns the chat's interface for contacts; nil if there is no chat or no token for it.
func (a *App) chatContacts() chat.Contacts {
	c := a.Config.Chat
	if c.URL == "" || c.Token == "" {
		return nil
	}
	return measuredChat{chat.NewChatwoot(c.URL, c.Account, c.Token.Reveal()), a.meter("chat", "forget")}
}

// contentLibrary loads the operator's texts.
func (a *App) contentLibrary() (*content.Library, error) {
	var folder fs.FS
	if dir := a.Config.ContentDir; dir != "" {
		folder = os.DirFS(dir)
		// Texts missing from the folder come from the product's defaults. If the folder itself is missing, that would
		// replace every text, including those that borrowers agreed to.
		if _, err := fs.ReadDir(folder, "."); err != nil {
			return nil, fmt.Errorf("CONTENT_DIR: %w", err)
		}
	}
	return content.Load(folder)
}

// showImage returns a function that shows the answer of a captcha on the development desk, because a test program
// cannot read the picture. It returns nil elsewhere.
func (a *App) showImage() func(ctx context.Context, national, answer string, at time.Time) error {
	if !a.Config.IsDevelopment() {
		return nil
	}
	return func(ctx context.Context, national, answer string, at time.Time) error {
		const show = `
			INSERT INTO desk_image_code (phone, answer, drawn_at) VALUES ($1, $2, $3)
			ON CONFLICT (phone) DO UPDATE SET answer = excluded.answer, drawn_at = excluded.drawn_at`
		if _, err := a.Pool.Exec(ctx, show, phone.E164(a.Region, national), answer, at); err != nil {
			return fmt.Errorf("show an image code: %w", postgres.Reason(err))
		}
		return nil
	}
}
