package member

import "regexp"

// platforms and browsers of a user agent, the particular before the general: Chrome says Safari too, Edge says both. The
// in-app browsers of our markets are among them, which the libraries for user agents do not know.
var (
	platforms = []agentPart{
		{regexp.MustCompile(`\((?:iPhone|iPod)`), "iPhone"}, {regexp.MustCompile(`\(iPad`), "iPad"}, {regexp.MustCompile(`Android`), "Android"},
		{regexp.MustCompile(`Windows`), "Windows"}, {regexp.MustCompile(`CrOS`), "Chromebook"}, {regexp.MustCompile(`Macintosh`), "Mac"}, {regexp.MustCompile(`Linux`), "Linux"},
	}
	browsers = []agentPart{
		{regexp.MustCompile(`Zalo`), "Zalo"}, {regexp.MustCompile(`FBAN|FBAV`), "Facebook"}, {regexp.MustCompile(`MicroMessenger`), "WeChat"},
		{regexp.MustCompile(` Line/`), "LINE"}, {regexp.MustCompile(`coc_coc_browser`), "Cốc Cốc"}, {regexp.MustCompile(`SamsungBrowser`), "Samsung Internet"},
		{regexp.MustCompile(`OPR/|Opera`), "Opera"}, {regexp.MustCompile(`UCBrowser`), "UC Browser"}, {regexp.MustCompile(`Edg[A-Z]*/`), "Edge"},
		{regexp.MustCompile(`Firefox|FxiOS`), "Firefox"}, {regexp.MustCompile(`Chrome|CriOS`), "Chrome"}, {regexp.MustCompile(`Safari`), "Safari"},
	}
	model = regexp.MustCompile(`Android [0-9.]+; ([^;)]{2,40}?)(?: Build/[^;)]*)?(?:; wv)?\)`)
)

type agentPart struct {
	pattern *regexp.Regexp
	name    string
}

// Platform is the kind of phone or computer of a user agent, with an Android phone's model where it tells one; empty when
// it tells nothing.
func Platform(agent string) string {
	name := partOf(platforms, agent)
	// Chrome says "K" for every phone.
	if found := model.FindStringSubmatch(agent); name == "Android" && found != nil {
		return name + " " + found[1]
	}
	return name
}

// Browser is the browser, or the app whose browser it is, of a user agent; empty when it tells none.
func Browser(agent string) string { return partOf(browsers, agent) }

// DeviceName is how a borrower recognises a device by its user agent.
func DeviceName(agent string) string {
	platform, browser := Platform(agent), Browser(agent)
	switch {
	case platform == "" && browser == "":
		return "Web"
	case platform == "" || browser == "":
		return platform + browser
	default:
		return platform + ", " + browser
	}
}

func partOf(parts []agentPart, agent string) string {
	for _, p := range parts {
		if p.pattern.MatchString(agent) {
			return p.name
		}
	}
	return ""
}
