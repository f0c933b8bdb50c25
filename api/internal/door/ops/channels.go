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
	List    channelList    `cmd:"" help:"List channels with what they brought."`
	Save    channelSave    `cmd:"" help:"Write a channel. What is not named takes its default."`
	Disable channelDisable `cmd:"" help:"Close a channel: its code brings nothing any more."`
}

type channelList struct {
	Days days `default:"30" help:"Count what came in the last days."`
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
	Code               string `arg:"" help:"What advertisements carry as ?channel= or ?cc=."`
	Name               string `help:"What it is, for lists."`
	Platform           string `enum:",google,meta,tiktok" default:"" help:"google (search ads), meta (social) or tiktok (short video); none for a channel without a pixel."`
	PixelID            string `name:"pixel-id" help:"The pixel, or for google the tag (AW-123/label)."`
	RequireSame        bool   `help:"Report a conversion only when the click came from the channel's own platform."`
	PlatformIDLimit    string `name:"platform-id-limit" placeholder:"20005,20003" help:"Product ids under whose host names the code counts; none for all."`
	ReportedScoreRange string `placeholder:"600-850" help:"Credit scores whose conversions are reported; none for all."`
	ReportTo           string `placeholder:"1234567890/registration:11,payout:13" help:"google: the customer and its conversion actions that are told from the server."`
	TestEventCode      string `help:"Marks reports as a test in the platform's own console; google only checks them then."`
	TokenFile          string `placeholder:"FILE" help:"File with the platform's own token (google: the refresh token), - for standard input; an empty file takes the token away. Without this flag it stays."`
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
	return c.done(map[string]any{"code": f.Code}, "%s is open", f.Code)
}

// longestToken is the maximum size in bytes of a token file. A longer file is refused, because a truncated token is
// useless.
const longestToken = 4096

var errToken = fmt.Errorf("the file of --token-file is longer than %d bytes: no platform's token is", longestToken)

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
	raw, err := io.ReadAll(io.LimitReader(read, longestToken+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the token: %w", err)
	case len(raw) > longestToken:
		return nil, errToken
	}
	token := strings.TrimSpace(string(raw))
	return &token, nil
}

type channelDisable struct {
	Code string `arg:"" help:"The channel's code."`
}

// Run closes a channel.
func (f channelDisable) Run(ctx context.Context, c *operator) error {
	if err := c.Back.DisableChannel(ctx, f.Code, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"code": f.Code, "active": false}, "%s is closed", f.Code)
}
