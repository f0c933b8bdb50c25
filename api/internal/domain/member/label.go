package member

import "regexp"

// platforms and browsers of a user agent, specific ones before general ones: Chrome also contains Safari, and Edge contains both.
// They include the in-app browsers of our markets, which user agent libraries do not know.
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

// Platform returns the kind of phone or computer of a user agent, with the model of an Android phone if it contains one, or an empty string.
func Platform(agent string) string {
	name := partOf(platforms, agent)
	// Chrome sends "K" instead of the model, which the pattern's minimum length excludes.
	if found := model.FindStringSubmatch(agent); name == "Android" && found != nil {
		return name + " " + found[1]
	}
	return name
}

// Browser returns the browser of a user agent, or the app with the in-app browser, or an empty string.
func Browser(agent string) string { return partOf(browsers, agent) }

// DeviceName returns a name by which a borrower recognises a device with this user agent.
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
