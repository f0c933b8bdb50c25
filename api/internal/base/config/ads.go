package config

import "regexp"

// customerForm is the number of a Google Ads account, without its dashes.
var customerForm = regexp.MustCompile(`^([0-9]{10})?$`)

// addresses are where reports go, by the variables that set them.
func (a Ads) addresses() map[string]string {
	return map[string]string{
		"ADS_META_URL": a.MetaURL, "ADS_TIKTOK_URL": a.TikTokURL, "ADS_GOOGLE_URL": a.Google.URL, "ADS_GOOGLE_TOKEN_URL": a.Google.TokenURL,
	}
}

// incomplete reports that some of what a report to Google needs is there, and some is not.
func (g GoogleAds) incomplete() bool {
	given := 0
	for _, one := range []string{string(g.DeveloperToken), g.ClientID, string(g.ClientSecret)} {
		if one != "" {
			given++
		}
	}
	return given != 0 && given != 3
}
