package pages

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// spec: 1.devices, 1.user-agent
func TestEveryBrowserGetsABuildThatItCanRun(t *testing.T) {
	t.Parallel()
	const (
		kit    = "AppleWebKit/537.36 (KHTML, like Gecko)"
		iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS %s like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) %s"
	)
	onIOS := func(version, rest string) string { return fmt.Sprintf(iphone, version, rest) }
	for name, c := range map[string]struct {
		agent string
		want  variant
	}{
		"Chrome 124":          {"Mozilla/5.0 (Linux; Android 13; SM-A135F) " + kit + " Chrome/124.0.0.0 Mobile Safari/537.36", modernBuild},
		"Chrome 140":          {"Mozilla/5.0 (Linux; Android 10; K) " + kit + " Chrome/140.0.0.0 Mobile Safari/537.36", modernBuild},
		"Chrome 89":           {"Mozilla/5.0 (Linux; Android 6.0.1; Redmi 4A) " + kit + " Chrome/89.0.4389.105 Mobile Safari/537.36", modernBuild},
		"Chrome 88":           {"Mozilla/5.0 (Linux; Android 6.0.1; Redmi 4A) " + kit + " Chrome/88.0.4324.181 Mobile Safari/537.36", legacyBuild},
		"Chrome 60":           {"Mozilla/5.0 (Linux; Android 5.1; A37fw) " + kit + " Chrome/60.0.3112.116 Mobile Safari/537.36", legacyBuild},
		"Chrome 59":           {"Mozilla/5.0 (Linux; Android 5.1; A37fw) " + kit + " Chrome/59.0.3071.125 Mobile Safari/537.36", noBuild},
		"Chrome on a desktop": {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + kit + " Chrome/130.0.0.0 Safari/537.36", modernBuild},
		"Edge":                {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + kit + " Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0", modernBuild},
		"Edge before Chromium": {
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + kit + " Chrome/70.0.3538.102 Safari/537.36 Edge/18.19042", noBuild,
		},

		"Samsung 25": {"Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-A536E) " + kit + " SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36", modernBuild},
		"Samsung 14": {"Mozilla/5.0 (Linux; Android 8.0.0; SAMSUNG SM-G930F) " + kit + " SamsungBrowser/14.2 Chrome/87.0.4280.141 Mobile Safari/537.36", legacyBuild},
		"Samsung 4":  {"Mozilla/5.0 (Linux; Android 7.0; SAMSUNG SM-G610F) " + kit + " SamsungBrowser/4.2 Chrome/44.0.2403.133 Mobile Safari/537.36", noBuild},
		"UC 13":      {"Mozilla/5.0 (Linux; U; Android 9; vi; Redmi Note 7 Build/PKQ1) " + kit + " Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.7.8.1322 Mobile Safari/537.36", modernBuild},
		"UC 12":      {"Mozilla/5.0 (Linux; U; Android 8.1.0; en-US; CPH1803) " + kit + " Version/4.0 Chrome/78.0.3904.108 UCBrowser/12.13.5.1209 Mobile Safari/537.36", legacyBuild},
		"UC 11":      {"Mozilla/5.0 (Linux; U; Android 6.0.1; zh-CN; F5121) " + kit + " Version/4.0 Chrome/40.0.2214.89 UCBrowser/11.5.1.944 Mobile Safari/537.36", noBuild},
		"UC Mini":    {"UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.4; en-US; XT1022) U2/1.0.0 UCBrowser/10.6.0.706 U2/1.0.0 Mobile", noBuild},
		"Mi":         {"Mozilla/5.0 (Linux; U; Android 10; vi-vn; Redmi 9) " + kit + " Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.5.0-gn", modernBuild},
		"Mi 12":      {"Mozilla/5.0 (Linux; U; Android 9; vi-vn; Redmi 7) " + kit + " Version/4.0 Chrome/79.0.3945.147 Mobile Safari/537.36 XiaoMi/MiuiBrowser/12.5.2-gn", legacyBuild},
		"Cốc Cốc":    {"Mozilla/5.0 (Linux; Android 11; SM-A115F) " + kit + " coc_coc_browser/110.0 Mobile Chrome/110.0.0.0 Mobile Safari/537.36", modernBuild},
		"Opera":      {"Mozilla/5.0 (Linux; Android 12; RMX3201) " + kit + " Chrome/120.0.0.0 Mobile Safari/537.36 OPR/80.0.0.0", modernBuild},
		"Opera Mini": {"Opera/9.80 (Android; Opera Mini/36.2.2254/191.270; U; vi) Presto/2.12.423 Version/12.16", noBuild},
		"Opera Mobile 12": {
			"Opera/9.80 (Android 4.1.2; Linux; Opera Mobi/ADR-1305251841) Presto/2.11.355 Version/12.10", noBuild,
		},

		"web view 120":          {"Mozilla/5.0 (Linux; Android 12; SM-A127F; wv) " + kit + " Version/4.0 Chrome/120.0.6099.43 Mobile Safari/537.36", modernBuild},
		"web view 64":           {"Mozilla/5.0 (Linux; Android 5.1.1; SM-J320F; wv) " + kit + " Version/4.0 Chrome/64.0.3282.137 Mobile Safari/537.36", legacyBuild},
		"web view of Android 5": {"Mozilla/5.0 (Linux; Android 5.0; SM-G900F Build/LRX21T) " + kit + " Version/4.0 Chrome/37.0.0.0 Mobile Safari/537.36", noBuild},
		"browser of Android 4":  {"Mozilla/5.0 (Linux; U; Android 4.4.2; vi-vn; SM-T230) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30", noBuild},
		"our app on Android":    {"Mozilla/5.0 (Linux; Android 9; CPH2015; wv) " + kit + " Version/4.0 Chrome/91.0.4472.114 Mobile Safari/537.36 LoanMarketApp", modernBuild},
		"our app on iOS":        {onIOS("15_8_3", "Mobile/15E148 LoanMarketApp"), modernBuild},
		"Facebook on Android":   {"Mozilla/5.0 (Linux; Android 11; SM-A207F; wv) " + kit + " Version/4.0 Chrome/119.0.6045.66 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/441.0.0.39.109;]", modernBuild},
		"Facebook on iOS":       {onIOS("12_5_7", "Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone7,2;FBMD/iPhone;FBSN/iOS;FBSV/12.5.7;FBSS/2;FBID/phone;FBLC/vi_VN;FBOP/5]"), legacyBuild},
		"Zalo on Android":       {"Mozilla/5.0 (Linux; Android 10; vivo 1906; wv) " + kit + " Version/4.0 Chrome/83.0.4103.106 Mobile Safari/537.36 Zalo android/12070612 ZaloTheme/light ZaloLanguage/vi", legacyBuild},
		"Zalo on iOS":           {onIOS("16_6", "Mobile/15E148 Zalo iOS/497 ZaloTheme/light ZaloLanguage/vn"), modernBuild},

		"Safari 11":             {onIOS("11_1_2", "Version/11.0 Mobile/15B202 Safari/604.1"), legacyBuild},
		"Safari 10":             {onIOS("10_3_4", "Version/10.0 Mobile/14G61 Safari/602.1"), noBuild},
		"Safari 14":             {onIOS("14_8_1", "Version/14.1.2 Mobile/15E148 Safari/604.1"), legacyBuild},
		"Safari 15":             {onIOS("15_8", "Version/15.6.6 Mobile/15E148 Safari/604.1"), modernBuild},
		"Safari 26":             {onIOS("18_6", "Version/26.0 Mobile/15E148 Safari/604.1"), modernBuild},
		"Chrome on iOS 12":      {onIOS("12_5", "CriOS/92.0.4515.90 Mobile/15E148 Safari/604.1"), legacyBuild},
		"Chrome on iOS 17":      {onIOS("17_5", "CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1"), modernBuild},
		"Firefox on iOS 13":     {onIOS("13_3", "FxiOS/34.0 Mobile/15E148 Safari/605.1.15"), legacyBuild},
		"iPad, desktop, 16":     {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.1 Safari/605.1.15", modernBuild},
		"iPad, desktop, 13":     {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15", legacyBuild},
		"iPad, desktop, an app": {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)", legacyBuild},
		"iPad, iOS 9":           {"Mozilla/5.0 (iPad; CPU OS 9_3_5 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Version/9.0 Mobile/13G36 Safari/601.1", noBuild},
		"Safari 9 of a Mac":     {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_9_5) AppleWebKit/537.86.7 (KHTML, like Gecko)", noBuild},

		"Firefox 128": {"Mozilla/5.0 (Android 13; Mobile; rv:109.0) Gecko/128.0 Firefox/128.0", modernBuild},
		"Firefox 68":  {"Mozilla/5.0 (Android 7.0; Mobile; rv:68.0) Gecko/68.0 Firefox/68.0", legacyBuild},
		"Firefox 52":  {"Mozilla/5.0 (Android 5.1; Mobile; rv:52.0) Gecko/52.0 Firefox/52.0", noBuild},
		"KaiOS":       {"Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5", noBuild},
		"IE 11":       {"Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko", noBuild},
		"IE 9":        {"Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)", noBuild},
		"WebKitGTK":   {"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15", modernBuild},

		"Googlebot": {"Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) " + kit + " Chrome/130.0.6723.69 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", modernBuild},
		"old Googlebot": {
			"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", modernBuild,
		},
		"Facebook's preview": {"facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", modernBuild},
		"Zalo's preview":     {"Mozilla/5.0 (compatible; ZaloBot/1.0)", modernBuild},
		"curl":               {"curl/8.5.0", modernBuild},
		"no user agent":      {"", modernBuild},
		"unknown browser":    {"Mozilla/5.0 (Linux; HarmonyNext) Kit/1.0", legacyBuild},
	} {
		require.Equal(t, c.want, pick(c.agent), name)
	}
}

func TestServerAndBuildAgreeOnTheOldestBrowsers(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../../../mobile/scripts/legacy/floor.ts")
	require.NoError(t, err)
	for _, want := range []string{
		fmt.Sprintf("'chrome%d'", chromeFloors.modern), fmt.Sprintf("'ios%d'", safariFloors.modern), fmt.Sprintf("'safari%d'", safariFloors.modern),
		fmt.Sprintf("'chrome >= %d'", chromeFloors.legacy), fmt.Sprintf("'ios_saf >= %d'", safariFloors.legacy), fmt.Sprintf("'safari >= %d'", safariFloors.legacy),
	} {
		require.Contains(t, string(source), want)
	}
}
