package appproduct

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// spec: 9.biz-type, 9.product-20005, 1.language-default
func TestEmbeddedProductsAreComplete(t *testing.T) {
	t.Parallel()
	products, err := Embedded("vi", "20005", "20003")
	require.NoError(t, err)
	require.Len(t, products, 2)
	require.Equal(t, "20005", products[0].ProductID)
	require.Equal(t, "#0B6E4F", products[0].ThemeColor)
	require.Equal(t, "0000", products[0].BizType, "specification 9")
	require.Equal(t, lang.VI, products[0].Lang)
	require.NotEqual(t, products[0].PackageName, products[1].PackageName)
}

// No two regions' demonstrations have the same brand.
func TestRegionsShareNoBrandOrHost(t *testing.T) {
	t.Parallel()
	names, languages := map[string]string{}, map[string]lang.Lang{"vi": lang.VI, "cn": lang.CN, "id": lang.EN, "th": lang.TH, "gh": lang.EN}
	for region, in := range languages {
		products, err := Embedded(region, "20005", "20003")
		require.NoError(t, err, region)
		for _, p := range products {
			require.Equal(t, in, p.Lang, region)
			for _, own := range append([]string{p.ProdName, p.PackageName}, p.Hosts...) {
				require.Empty(t, names[own], "%s is used by %s and %s", own, region, names[own])
				names[own] = region
			}
		}
	}
}

func TestProductServesOnlyItsHosts(t *testing.T) {
	t.Parallel()
	p := Product{Hosts: []string{"m.vayro.example", "Vayro.VN"}}
	require.True(t, p.Serves("vayro.vn"), "names of hosts have no case")
	require.True(t, p.Serves("M.vayro.example"))
	require.False(t, p.Serves("vayro.example"))
}

func TestReadRejectsInvalidProducts(t *testing.T) {
	t.Parallel()
	good := "productId: '1'\nprodName: A\ncompanyName: B\nprodAddress: C\nthemeColor: '#0B6E4F'\n"
	for name, c := range map[string]struct{ content, want string }{
		"wrong product id":               {"productId: '2'\n", `the file is for product "2"`},
		"no company":                     {"productId: '1'\nprodName: A\nthemeColor: '#0B6E4F'\n", "companyName"},
		"bad theme color":                {strings.Replace(good, "#0B6E4F", "green", 1), `themeColor "green"`},
		"unknown key":                    {good + "colour: red\n", "colour"},
		"unknown lang":                   {good + "lang: zz\n", `lang "zz"`},
		"bad version":                    {good + "minAppVersion: '1.2'\n", `"1.2" is not a version`},
		"recommended older than minimum": {good + "minAppVersion: 1.2.0\nrecommendedAppVersion: 1.1.9\n", "is older than"},
		"bad fingerprint":                {good + "androidCertificates: [abc]\n", `"abc" is not a SHA-256 fingerprint`},
		"no day of the week":             {good + "serviceHours: { days: [Mon], from: '08:00', to: '18:00' }\n", "[Mon] are not days of the week"},
		"no time":                        {good + "serviceHours: { days: [Monday], from: '8:00', to: '18:00' }\n", `"8:00" is not a time`},
		"hours past midnight":            {good + "serviceHours: { days: [Monday], from: '22:00', to: '06:00' }\n", `from "22:00" is not before to "06:00"`},
		"hours without a minute":         {good + "serviceHours: { days: [Monday], from: '00:00', to: '00:00' }\n", `from "00:00" is not before to "00:00"`},
		"host with a scheme":             {good + "hosts: ['https://m.vayro.example']\n", `hosts: "https://m.vayro.example"`},
		"host with a port":               {good + "hosts: ['m.vayro.example:443']\n", `hosts: "m.vayro.example:443"`},
		"base URL without a scheme":      {good + "baseUrl: m.vayro.example\n", `baseUrl "m.vayro.example"`},
		"base URL with a path":           {good + "baseUrl: https://m.vayro.example/m\n", `baseUrl "https://m.vayro.example/m"`},
		"download without a scheme":      {good + "iosDownloadUrl: apps.apple.com/app/id1\n", `iosDownloadUrl "apps.apple.com/app/id1"`},
		"download that is a script":      {good + "androidDownloadUrl: 'javascript:alert(1)'\n", `androidDownloadUrl "javascript:alert(1)"`},
		"bad Apple team id":              {good + "appleTeamId: me\n", `appleTeamId "me"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Read(fstest.MapFS{"1.yaml": {Data: []byte(c.content)}}, "1")
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := Read(fstest.MapFS{"1.yaml": {Data: []byte(good)}}, "1")
	require.NoError(t, err)
	addresses := "hosts: [m.vayro.example, localhost, 127.0.0.1]\nbaseUrl: https://m.vayro.example:8443/\niosDownloadUrl: https://apps.apple.com/app/id1\n"
	_, err = Read(fstest.MapFS{"1.yaml": {Data: []byte(good + addresses)}}, "1")
	require.NoError(t, err)
	_, err = Read(fstest.MapFS{})
	require.Error(t, err)
	_, err = Read(fstest.MapFS{}, "1")
	require.Error(t, err)
}

// A file that was copied for a second product may keep something of the first, which would then be served in its place.
func TestReadRejectsProductsThatShareAnAddress(t *testing.T) {
	t.Parallel()
	product := func(id, more string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("productId: '" + id + "'\nprodName: A\ncompanyName: B\nprodAddress: C\nthemeColor: '#0B6E4F'\n" + more)}
	}
	for name, c := range map[string]struct {
		first, second string
		ids           []string
		want          string
	}{
		"host":    {"hosts: [m.vayro.example]\n", "hosts: [a.vayro.example, M.Vayro.example]\n", []string{"1", "2"}, "product 2: host m.vayro.example is already that of product 1"},
		"product": {"", "", []string{"1", "2", "1"}, "product 1 is named twice"},
		"nothing": {"hosts: [m.vayro.example]\n", "hosts: [a.vayro.example]\n", []string{"1", "2"}, ""},
	} {
		_, err := Read(fstest.MapFS{"1.yaml": product("1", c.first), "2.yaml": product("2", c.second)}, c.ids...)
		if c.want == "" {
			require.NoError(t, err, name)
		} else {
			require.ErrorContains(t, err, c.want, name)
		}
	}
}
