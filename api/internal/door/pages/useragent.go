package pages

import (
	"regexp"
	"strconv"
	"strings"
)

// variant names what a browser is served. It is read from the user agent by the very numbers that the builds are made for; a
// library would bring a list of all browsers and none of these floors.
type variant int

const (
	// modernBuild is for Chrome 89 and iOS 15 and later.
	modernBuild variant = iota
	// legacyBuild is for Chrome 60 and iOS 11 and later.
	legacyBuild
	// noBuild is for browsers that can run neither; they are served a plain page.
	noBuild
)

// floors are the first versions that run the modern and the legacy build. Those of the build's own configuration
// (mobile/scripts/legacy/floor.ts) are the same.
type floors struct{ modern, legacy int }

var (
	chromeFloors = floors{modern: 89, legacy: 60}
	safariFloors = floors{modern: 15, legacy: 11}
	// Firefox is not promised; these are the versions that know what the builds use (63 brought custom elements).
	firefoxFloors = floors{modern: 90, legacy: 63}
)

var (
	// A whole word, so that the "Edge" of a WebView2 or "Edg" of today's Edge does not count.
	cannotRun = regexp.MustCompile(`MSIE |Trident/|Opera M(?:ini|obi)|Presto/|UCWEB|\bU2/|KAIOS|Edge/1\d|SymbianOS|BlackBerry|IEMobile`)
	robot     = regexp.MustCompile(`(?i)bot\b|bot/|crawl|spider|externalhit|facebookcatalog|preview|lighthouse`)
	// Every browser of iOS is Safari inside, whatever it calls itself: the system's version counts.
	iOS       = regexp.MustCompile(`(?:iPhone|iPad|iPod).* OS (\d+)[_.]`)
	chrome    = regexp.MustCompile(`(?:Chrome|Chromium|CrMo)/(\d+)`)
	firefox   = regexp.MustCompile(`Firefox/(\d+)`)
	safari    = regexp.MustCompile(`Version/(\d+)[\d.]* (?:Mobile/\w+ )?Safari/`)
	oldWebKit = regexp.MustCompile(`AppleWebKit/(\d+)`)
)

// pick chooses the build for a user agent. Unknown browsers get the one that asks for less; programs, which run no
// scripts or today's, get the modern one.
func pick(agent string) variant {
	switch {
	case cannotRun.MatchString(agent):
		return noBuild
	case !strings.HasPrefix(agent, "Mozilla/"):
		return modernBuild
	}
	if v, ok := number(iOS, agent); ok {
		return safariFloors.pick(v)
	}
	if v, ok := number(chrome, agent); ok {
		return chromeFloors.pick(v)
	}
	if v, ok := number(firefox, agent); ok {
		return firefoxFloors.pick(v)
	}
	if robot.MatchString(agent) {
		return modernBuild
	}
	// The browser of Android before Chrome became part of it; it calls itself Safari 4.
	if strings.Contains(agent, "Android") {
		if strings.Contains(agent, "AppleWebKit/") {
			return noBuild
		}
		return legacyBuild
	}
	// An iPad that asks for desktop pages says that it is a Mac.
	if v, ok := number(safari, agent); ok {
		return safariFloors.pick(v)
	}
	if v, ok := number(oldWebKit, agent); ok && v < 604 { // 604 is that of Safari 11
		return noBuild
	}
	return legacyBuild
}

func (f floors) pick(version int) variant {
	switch {
	case version >= f.modern:
		return modernBuild
	case version >= f.legacy:
		return legacyBuild
	default:
		return noBuild
	}
}

func number(pattern *regexp.Regexp, agent string) (int, bool) {
	found := pattern.FindStringSubmatch(agent)
	if found == nil {
		return 0, false
	}
	n, err := strconv.Atoi(found[1])
	return n, err == nil
}
