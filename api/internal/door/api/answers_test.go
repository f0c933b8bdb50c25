package api_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// The test checks the JSON field names and their values with a product in which every field has a value of its own.
//
// spec: 3.product-config, 3.product-config-drives, 3.region-config, 3.region-home-sample, 3.region-product-list
// spec: 5.phone-placeholder, 9.biz-type
func TestProductConfigReturnsEveryFieldUnderItsName(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "20005.yaml"), []byte(`
productId: "20005"
prodName: Name of the product
companyName: Name of the company
prodAddress: Address of the product
prodEmail: mail@product.example
packageName: example.product.app
themeColor: "#123456"
baseUrl: https://base.example
lang: th
homeForExample: true
iosDownloadUrl: https://ios.example/app
entId: the-widget
videoSocketUrl: wss://video.example/socket
bizType: "0000"
`), 0o600))
	c := apptest.Start(t, apptest.Set("PRODUCTS", "20005"), apptest.Set("PRODUCTS_DIR", folder)).Client(t)
	var config map[string]any
	c.OK(t, "configProduct", body{}, &config)
	for field, want := range map[string]any{
		"productId": "20005", "prodName": "Name of the product", "companyName": "Name of the company", "prodAddress": "Address of the product",
		"prodEmail": "mail@product.example", "packageName": "example.product.app", "themeColor": "#123456", "baseUrl": "https://base.example",
		"lang": "th", "homeForExample": true, "iosDownloadUrl": "https://ios.example/app", "entId": "the-widget",
		"videoSocketUrl": "wss://video.example/socket", "bizType": "0000",
	} {
		require.Equal(t, want, config[field], field)
	}
	here := config["region"].(map[string]any)
	for field, want := range map[string]any{
		"areaCode": "+84", "maxPhoneLength": 10.0, "amountUnit": "VND", "amountIcon": "₫", "phonePlaceholder": "0-XX-XXX-XXXX",
		"homeSample": map[string]any{
			"loanAmount": 20_000_000.0, "days": 91.0, "feilv": 1500.0, "interest": 747_945.0, "serviceFee": 750_000.0, "totalAmount": 21_497_945.0,
			"aprBps": 3004.0,
		},
		"productList": map[string]any{
			"white": map[string]any{"min": 2_000_000.0, "max": 10_000_000.0}, "nonWhite": map[string]any{"min": 5_000_000.0, "max": 20_000_000.0},
		},
	} {
		require.Equal(t, want, here[field], field)
	}

	var contacts contract.ContactsData
	c.OK(t, "supportContacts", body{}, &contacts)
	require.Equal(t, []string{"Name of the company", "Address of the product", "mail@product.example"}, []string{contacts.Company, contacts.Address, contacts.Email})
	about := c.Raw(t, http.MethodPost, "/app/content/about", asJSON(), []byte(`{}`))
	for _, words := range []string{"Name of the product", "Name of the company", "Address of the product"} {
		require.Contains(t, string(about.Body), words)
	}
	privacy := c.Raw(t, http.MethodPost, "/app/content/privacy", asJSON(), []byte(`{}`))
	require.Contains(t, string(privacy.Body), "mail@product.example")
}

// The test also uses a product without the example, because a constant answer would pass with a product that has it.
//
// spec: 3.product-config
func TestProductConfigReportsHomeForExample(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	product, err := os.ReadFile("../../base/appproduct/data/vi/20005.yaml")
	require.NoError(t, err)
	require.Contains(t, string(product), "homeForExample: true")
	folder := t.TempDir()
	without := strings.Replace(string(product), "homeForExample: true", "homeForExample: false", 1)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "20005.yaml"), []byte(without), 0o600))
	for want, c := range map[bool]*apptest.Client{
		true:  stack.Client(t),
		false: apptest.Start(t, apptest.Set("PRODUCTS", "20005"), apptest.Set("PRODUCTS_DIR", folder)).Client(t),
	} {
		var config contract.ProductConfig
		c.OK(t, "configProduct", body{}, &config)
		require.Equal(t, want, config.HomeForExample)
	}
}

// Each list has its own name, and each code has its own label.
//
// spec: 3.enum-gender, 3.enum-education, 3.enum-marital, 3.enum-children, 3.enum-residence, 3.enum-relationship
// spec: 3.enum-profession, 3.enum-income
func TestAuthOptionsListsEveryEnumeration(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Login(t)
	c.Lang = "en"
	var answer contract.AuthOptionsData
	c.OK(t, "authOptions", body{}, &answer)
	for name, list := range map[string]struct {
		got  []contract.Option
		want string
	}{
		"gender":        {answer.Gender, "0 Female|1 Male"},
		"education":     {answer.Education, "0 Studying|1 High school|2 Technical school|3 College|4 Bachelor's degree|5 Master's degree|6 Doctorate|7 Other|8 Primary school|9 Junior high school"},
		"marital":       {answer.Marital, "1 Married|2 Divorced|3 Single|4 Other|5 Widowed"},
		"childrenNum":   {answer.ChildrenNum, "0 None|1 1|2 2|3 3|4 4|5 5 or more"},
		"residenceTime": {answer.ResidenceTime, "1 Under 1 month|2 1 – 3 months|3 3 – 6 months|4 6 – 12 months|5 1 – 2 years|6 2 – 5 years|7 5 years or more"},
		"workTime":      {answer.WorkTime, "1 Under 1 month|2 1 – 3 months|3 3 – 6 months|4 6 – 12 months|5 1 – 2 years|6 2 – 5 years|7 5 years or more"},
		"relationship":  {answer.Relationship, "0 Other|1 Parent|2 Sibling|3 Colleague|4 Classmate|5 Relative|6 Friend|7 Spouse|8 Child"},
	} {
		words := make([]string, len(list.got))
		for i, option := range list.got {
			words[i] = strconv.Itoa(option.Code) + " " + option.Label
		}
		require.Equal(t, list.want, strings.Join(words, "|"), name)
	}
	// The codes are 1 to 46, 99 and 101 to 127: 74 codes, each with its own text.
	codes, seen := []int{}, map[string]bool{}
	for _, option := range answer.Profession {
		codes, seen[option.Label] = append(codes, option.Code), true
	}
	want := []int{}
	for code := 1; code <= 127; code++ {
		if code <= 46 || code == 99 || code >= 101 {
			want = append(want, code)
		}
	}
	require.Equal(t, want, codes)
	require.Len(t, seen, len(want))
	require.Len(t, answer.MonthlyIncome, 7)
	for i, band := range region.Get("vi").IncomeBands {
		require.Equal(t, contract.Option{Code: i + 1, Label: band.Label(region.Get("vi").Currency, lang.EN)}, answer.MonthlyIncome[i])
	}
}

// The form data is returned field by field under the names of the forms. Of the ID number only the last characters are
// returned.
//
// spec: 3.personal-data, 3.personal-address, 3.personal-facebook-optional, 3.contacts, 3.company, 3.identity
func TestSubmittedFormDataIsReturnedFieldByField(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Login(t)
	kept := func(topic string) map[string]any {
		t.Helper()
		var detail contract.AuthDetailData
		c.OK(t, "authDetail", body{"topic": topic}, &detail)
		return *detail.Submitted
	}
	same := func(want body, got map[string]any) {
		t.Helper()
		for field, value := range want {
			wanted, err := json.Marshal(value)
			require.NoError(t, err)
			found, err := json.Marshal(got[field])
			require.NoError(t, err)
			require.JSONEq(t, string(wanted), string(found), field)
		}
	}
	personal := body{
		"nickname": "Lan", "education": 4, "marital": 2, "childrenNum": 3, "homeArea": []string{"01", "00004"}, "detailAddress": "12 Đội Cấn",
		"residenceTime": 6, "facebookLink": "https://facebook.com/lan.anh", "whatsapp": "+84912345678",
	}
	company := companyBody()
	contacts := body{"contacts": []body{
		{"relationship": 1, "name": "Nguyễn Văn Ba", "phone": "0987654321"}, {"relationship": 7, "name": "Trần Minh", "phone": "0976543210"},
		{"relationship": 0, "name": "Lê Hoa", "phone": "0365432109"},
	}}
	c.OK(t, "authPersonal", personal, nil)
	c.OK(t, "authCompany", company, nil)
	c.OK(t, "authContacts", contacts, nil)
	same(personal, kept("personal"))
	same(company, kept("company"))
	same(contacts, kept("contacts"))
	identity := identityBody(t, c, "001199000123")
	c.OK(t, "authIdentity", identity, nil)
	identity["idNumber"] = "••••••••0123"
	same(identity, kept("identity"))

	without := personalBody()
	c.OK(t, "authPersonal", without, nil)
	require.Empty(t, kept("personal")["facebookLink"], "the link is optional, and a submission without it removes it")
}

// A region with passbooks requires the photo of the passbook and the account number twice. The card then shows all
// known details.
//
// spec: 3.bankcard, 3.bankcard-passbook-twice, 3.bankcard-active, 5.account-twice
func TestAddBankCardWithPassbook(t *testing.T) {
	t.Parallel()
	m := apptest.Start(t, apptest.Set("REGION", "th"))
	c := m.Client(t)
	c.Phone = "0812345678"
	c.Login(t)
	require.NoError(t, m.Verify(t.Context(), c.MemberID, apptest.Person{Income: 4, Born: "1995-05-05"}))
	var config contract.ProductConfig
	c.OK(t, "configProduct", body{}, &config)
	require.True(t, config.Region.AccountNumberAgain && config.Region.PassbookPhoto, "the region requires the second entry and the passbook photo")

	passbook := picture(t, c, "passbook")
	good := body{"bankCode": "004", "accountNumber": "0123456789", "accountNumberAgain": "0123456789", "accountType": "account", "passbookFileId": passbook}
	refused := c.Refused(t, reason.InvalidParameter, "bankCardAdd", with(good, "accountNumberAgain", "0123456780"))
	require.Equal(t, map[string]reason.Reason{"accountNumberAgain": reason.FieldMismatch}, reasonsOf(refused))
	bare := with(good)
	delete(bare, "passbookFileId")
	refused = c.Refused(t, reason.InvalidParameter, "bankCardAdd", bare)
	require.Equal(t, map[string]reason.Reason{"passbookFileId": reason.FileMissing}, reasonsOf(refused))

	var card map[string]any
	c.OK(t, "bankCardAdd", good, &card)
	same := func(card map[string]any, status float64) {
		t.Helper()
		for field, want := range map[string]any{
			"holderName": "Nguyễn Thị Lan", "bankCode": "004", "accountLast4": "6789", "accountType": "account", "passbookFileId": passbook.String(),
			"status": status,
		} {
			require.Equal(t, want, card[field], field)
		}
		require.Regexp(t, `^•{8}\d{4}$`, card["idNumber"])
		require.NotEmpty(t, card["bankName"])
	}
	same(card, 1)
	var detail map[string]any
	c.OK(t, "bankCardDetail", body{"cardId": card["cardId"]}, &detail)
	same(detail, 1)
	var list struct{ Cards []map[string]any }
	c.OK(t, "bankCardList", body{}, &list)
	same(list.Cards[0], 1)

	for status, set := range map[float64]string{0: "is_default = false, status = 0, closed_at = NULL", 2: "is_default = false, status = 2, closed_at = now()"} {
		_, err := m.Owner.Exec(t.Context(), `UPDATE bank_card SET `+set+` WHERE id = $1`, uuid.MustParse(card["cardId"].(string)))
		require.NoError(t, err)
		c.OK(t, "bankCardDetail", body{"cardId": card["cardId"]}, &detail)
		same(detail, status)
	}
}

func reasonsOf(a apptest.Answer) map[string]reason.Reason { return a.Failure.FieldReasons }

// Successes and failures have the same three fields. A success also has its data.
//
// spec: 3.envelope, 7.post-envelope
func TestEnvelopeFieldsOfSuccessAndFailure(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Client(t)
	read := func(path string, sent string) map[string]any {
		t.Helper()
		var envelope map[string]any
		require.NoError(t, json.Unmarshal(c.Raw(t, http.MethodPost, path, asJSON(), []byte(sent)).Body, &envelope))
		return envelope
	}
	good := read("/app/member/checkPhone", `{"phoneNum":"0912345678"}`)
	require.Equal(t, true, good["success"])
	require.Equal(t, 10000.0, good["errorCode"])
	require.Contains(t, good, "msg")
	require.Equal(t, map[string]any{"needValidateCode": false}, good["data"])
	bad := read("/app/member/checkPhone", `{"phoneNum":"1"}`)
	require.Equal(t, false, bad["success"])
	require.Equal(t, 10002.0, bad["errorCode"])
	require.NotEmpty(t, bad["msg"])
	require.Equal(t, http.StatusMethodNotAllowed, c.Raw(t, http.MethodGet, "/app/member/checkPhone", asJSON(), nil).Status, "calls accept only POST")
}
