package ops

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
)

type channelCommands struct {
	List    channelList    `cmd:"" help:"List channels with their visits, registrations and reported conversions."`
	Save    channelSave    `cmd:"" help:"Create or overwrite a channel, and enable it. Settings that are not given are reset to their defaults; only the token is kept."`
	Disable channelDisable `cmd:"" help:"Disable a channel: its code is no longer counted."`
}

type channelList struct {
	Days days `default:"30" help:"Number of past days to count."`
}

// Run lists the channels.
func (f channelList) Run(ctx context.Context, c *operator) error {
	all, err := c.Back.Channels(ctx, int(f.Days), c.actor)
	if err != nil {
		return err
	}
	t := columns("code", "active", "platform", "pixelId", "token", "requireSame", "platformIdLimit", "reportedScoreRange", "reportTo", "testEventCode",
		"visits", "registrations", "sent", "skipped", "refused", "name")
	for _, s := range all {
		t.add(s.Code, s.Active, string(s.PromotionPlatform), s.PixelID, s.HasToken, s.RequireSame, s.PlatformIDLimit, s.ReportedScoreRange,
			s.ReportTo, s.TestEventCode, s.Visits, s.Registrations, s.Sent, s.Skipped, s.Refused, s.Name)
	}
	return c.print(t)
}

type channelSave struct {
	Code               string `arg:"" help:"Channel code, which advertisements carry as ?channel= or ?cc=."`
	Name               string `help:"Name shown in lists."`
	Platform           string `enum:",google,meta,tiktok" default:"" help:"Advertising platform: google (search ads), meta (social) or tiktok (short video). Leave empty for a channel without a pixel."`
	PixelID            string `name:"pixel-id" help:"Pixel ID; for google the tag (AW-123/label)."`
	RequireSame        bool   `help:"Report a conversion only if the click came from the channel's own platform."`
	PlatformIDLimit    string `name:"platform-id-limit" placeholder:"20005,20003" help:"Product IDs under whose host names the code counts. Leave empty for all."`
	ReportedScoreRange string `placeholder:"600-850" help:"Range of credit scores whose conversions are reported, both ends included. Leave empty for all."`
	ReportTo           string `placeholder:"1234567890/registration:11,payout:13" help:"For google: the customer and the conversion actions to which the server reports."`
	TestEventCode      string `help:"Mark reports as tests in the platform's console. Google then only validates them."`
	TokenFile          string `placeholder:"FILE" help:"File with the platform's token (google: the refresh token), or - for standard input. An empty file removes the token. Without this flag the token is kept."`
}

// Run saves a channel.
func (f channelSave) Run(ctx context.Context, c *operator) error {
	token, err := f.token()
	if err != nil {
		return err
	}
	saved := channel.Channel{
		Code: f.Code, Name: f.Name, PromotionPlatform: channel.Platform(f.Platform), PixelID: f.PixelID, RequireSame: f.RequireSame,
		PlatformIDLimit: f.PlatformIDLimit, ReportedScoreRange: f.ReportedScoreRange, ReportTo: f.ReportTo, TestEventCode: f.TestEventCode, Active: true,
	}
	if err := c.Back.SaveChannel(ctx, c.Keepers.Keyring, saved, token, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"code": f.Code}, "Channel %s is enabled", f.Code)
}

// maxTokenLength is the maximum size in bytes of a token file. A longer file is refused, because a truncated token is
// useless.
const maxTokenLength = 4096

var errToken = fmt.Errorf("the file of --token-file is longer than %d bytes, the maximum length of a token", maxTokenLength)

// token reads the token from the file. A token is never given on the command line, where other users can see it.
func (f channelSave) token() (*string, error) {
	if f.TokenFile == "" {
		return nil, nil
	}
	read := os.Stdin
	if f.TokenFile != "-" {
		file, err := os.Open(f.TokenFile)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		read = file
	}
	raw, err := io.ReadAll(io.LimitReader(read, maxTokenLength+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("--token-file: %w", err)
	case len(raw) > maxTokenLength:
		return nil, errToken
	}
	token := strings.TrimSpace(string(raw))
	return &token, nil
}

type channelDisable struct {
	Code string `arg:"" help:"Channel code."`
}

// Run closes a channel.
func (f channelDisable) Run(ctx context.Context, c *operator) error {
	if err := c.Back.DisableChannel(ctx, f.Code, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"code": f.Code, "active": false}, "Channel %s is disabled", f.Code)
}
