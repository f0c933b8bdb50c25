package pages

import (
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// policy returns the content security policy of a page. Ionic writes style elements, so inline styles are allowed.
// Allowed scripts are our own files and the inline scripts that the build put into the page, by hash.
func (s *Site) policy(scripts []string, foreign ...[]string) string {
	hosts := slices.Concat(foreign...)
	// Socket hosts are only connected to; nothing else is loaded from them.
	sockets := slices.DeleteFunc(slices.Clone(hosts), func(host string) bool { return !strings.HasPrefix(host, "ws") })
	hosts = slices.DeleteFunc(hosts, func(host string) bool { return strings.HasPrefix(host, "ws") })
	frame := "'none'"
	if s.Config.Development {
		frame = "'self'"
	}
	directives := [][]string{
		{"default-src", "'self'"},
		slices.Concat([]string{"script-src", "'self'"}, scripts, hosts),
		{"style-src", "'self'", "'unsafe-inline'"},
		slices.Concat([]string{"img-src", "'self'", "data:", "blob:"}, hosts),
		slices.Concat([]string{"connect-src", "'self'"}, hosts, sockets, s.Config.Policy.Connect),
		slices.Concat([]string{"frame-src", "'self'", "blob:"}, hosts),
		{"font-src", "'self'", "data:"},
		{"media-src", "'self'", "blob:"},
		{"worker-src", "'self'", "blob:"},
		{"object-src", "'none'"},
		{"base-uri", "'none'"},
		{"form-action", "'self'"},
		{"frame-ancestors", frame},
	}
	lines := make([]string, len(directives))
	for i, directive := range directives {
		lines[i] = strings.Join(directive, " ")
	}
	return strings.Join(lines, "; ")
}

// chatHosts returns the hosts from which a page of the app may load the chat. A payment page that is opened directly
// may not load it, unless the operator allows it.
func (s *Site) chatHosts(c fiber.Ctx) []string {
	if strings.HasPrefix(c.Path(), "/m/repay") && !s.Services.Chat.OnPayPages {
		return nil
	}
	hosts := slices.Clone(s.Config.Policy.Chat)
	if at, err := url.Parse(s.Services.Chat.BaseURL); err == nil && at.Host != "" {
		socket := "wss://" + at.Host
		if at.Scheme == "http" {
			socket = "ws://" + at.Host
		}
		hosts = append(hosts, at.Scheme+"://"+at.Host, socket)
	}
	return hosts
}
