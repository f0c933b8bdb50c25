package member

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlatformAndBrowserOfUserAgents(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string][2]string{
		"Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36":                                              {"Android SM-A135F", "Chrome"},
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36":                                                     {"Android", "Chrome"},
		"Mozilla/5.0 (Linux; Android 9; Redmi Note 8 Build/PKQ1.190616.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Mobile Safari/537.36 Zalo/23": {"Android Redmi Note 8", "Zalo"},
		"Mozilla/5.0 (Linux; Android 5.0; SM-G900P Build/LRX21T) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/44.0.2403.133 Mobile Safari/537.36":         {"Android SM-G900P", "Samsung Internet"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1":                             {"iPhone", "Safari"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1":                              {"iPhone", "Chrome"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/400.0]":                               {"iPhone", "Facebook"},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0":                                           {"Windows", "Edge"},
		"Go-http-client/1.1": {"", ""}, "": {"", ""},
	} {
		require.Equal(t, want, [2]string{Platform(agent), Browser(agent)}, agent)
	}
}
