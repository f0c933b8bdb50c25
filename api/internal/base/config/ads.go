package config

import "regexp"

// customerForm matches the number of a Google Ads account, without dashes.
var customerForm = regexp.MustCompile(`^([0-9]{10})?$`)

// addresses returns the URLs to which reports are sent, by the variables that set them.
func (a Ads) addresses() map[string]string {
	return map[string]string{
		"ADS_META_URL": a.MetaURL, "ADS_TIKTOK_URL": a.TikTokURL, "ADS_GOOGLE_URL": a.Google.URL, "ADS_GOOGLE_TOKEN_URL": a.Google.TokenURL,
	}
}

// incomplete reports whether some but not all of the credentials for Google Ads are set.
func (g GoogleAds) incomplete() bool {
	given := 0
	for _, one := range []string{string(g.DeveloperToken), g.ClientID, string(g.ClientSecret)} {
		if one != "" {
			given++
		}
	}
	return given != 0 && given != 3
}
