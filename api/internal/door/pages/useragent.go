package pages

import (
	"regexp"
	"strconv"
	"strings"
)

// variant is the build that a browser gets. It is derived from the user agent with the same version numbers that the
// builds target. A library would contain a list of all browsers but none of these minimum versions.
type variant int

const (
	// modernBuild is for Chrome 89, iOS 15 and later.
	modernBuild variant = iota
	// legacyBuild is for Chrome 60, iOS 11 and later.
	legacyBuild
	// noBuild is for browsers that can run neither. They get a plain page.
	noBuild
)

// floors are the minimum versions for the modern and the legacy build. They must match the build's own configuration
// (mobile/scripts/legacy/floor.ts).
type floors struct{ modern, legacy int }

var (
	chromeFloors = floors{modern: 89, legacy: 60}
	safariFloors = floors{modern: 15, legacy: 11}
	// Firefox is not officially supported. These versions have the features that the builds use (63 added custom
	// elements).
	firefoxFloors = floors{modern: 90, legacy: 63}
)

var (
	// Whole words, so that the "Edge" of a WebView2 and the "Edg" of today's Edge do not match.
	cannotRun = regexp.MustCompile(`MSIE |Trident/|Opera M(?:ini|obi)|Presto/|UCWEB|\bU2/|KAIOS|Edge/1\d|SymbianOS|BlackBerry|IEMobile`)
	robot     = regexp.MustCompile(`(?i)bot\b|bot/|crawl|spider|externalhit|facebookcatalog|preview|lighthouse`)
	// Every browser on iOS uses Safari's engine, whatever it is called, so the system's version counts.
	iOS       = regexp.MustCompile(`(?:iPhone|iPad|iPod).* OS (\d+)[_.]`)
	chrome    = regexp.MustCompile(`(?:Chrome|Chromium|CrMo)/(\d+)`)
	firefox   = regexp.MustCompile(`Firefox/(\d+)`)
	safari    = regexp.MustCompile(`Version/(\d+)[\d.]* (?:Mobile/\w+ )?Safari/`)
	oldWebKit = regexp.MustCompile(`AppleWebKit/(\d+)`)
)

// pick chooses the build for a user agent. Unknown browsers get the legacy build. Programs, which run no scripts or run
// modern ones, get the modern build.
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
	// Android's browser from before Chrome, which identifies itself as Safari 4.
	if strings.Contains(agent, "Android") {
		if strings.Contains(agent, "AppleWebKit/") {
			return noBuild
		}
		return legacyBuild
	}
	// An iPad that requests desktop pages identifies itself as a Mac.
	if v, ok := number(safari, agent); ok {
		return safariFloors.pick(v)
	}
	if v, ok := number(oldWebKit, agent); ok && v < 604 { // 604 is the version of Safari 11
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
