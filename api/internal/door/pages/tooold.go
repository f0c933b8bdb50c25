package pages

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
)

//go:embed tooold.html
var tooOldSource string

var tooOldPage = template.Must(template.New("tooold").Parse(tooOldSource))

// tooOldTexts are the words of the page for browsers that cannot run the app.
type tooOldTexts struct {
	Title, Why, App, Android, IOS, Browser, Call string
}

var tooOldWords = map[lang.Lang]tooOldTexts{
	lang.VI: {
		Title:   "Trình duyệt này đã quá cũ",
		Why:     "Trang vay không chạy được trên trình duyệt bạn đang dùng. Khoản vay và thông tin của bạn vẫn an toàn.",
		App:     "Bạn có thể tải ứng dụng về điện thoại:",
		Android: "Tải ứng dụng cho Android",
		IOS:     "Tải ứng dụng cho iPhone",
		Browser: "Hoặc cập nhật Chrome (trên Android) hay iOS (trên iPhone) rồi mở lại trang này.",
		Call:    "Cần giúp ngay? Hãy gọi cho chúng tôi:",
	},
	lang.EN: {
		Title:   "This browser is too old",
		Why:     "The loan pages cannot run in the browser you are using. Your loan and your details are safe.",
		App:     "You can get the app for your phone:",
		Android: "Get the app for Android",
		IOS:     "Get the app for iPhone",
		Browser: "Or update Chrome (on Android) or iOS (on iPhone) and open this page again.",
		Call:    "Need help now? Call us:",
	},
	lang.TH: {
		Title:   "เบราว์เซอร์นี้เก่าเกินไป",
		Why:     "หน้าเงินกู้ไม่สามารถทำงานบนเบราว์เซอร์ที่คุณใช้อยู่ เงินกู้และข้อมูลของคุณยังปลอดภัย",
		App:     "คุณสามารถดาวน์โหลดแอปลงโทรศัพท์ได้:",
		Android: "ดาวน์โหลดแอปสำหรับ Android",
		IOS:     "ดาวน์โหลดแอปสำหรับ iPhone",
		Browser: "หรืออัปเดต Chrome (บน Android) หรือ iOS (บน iPhone) แล้วเปิดหน้านี้อีกครั้ง",
		Call:    "ต้องการความช่วยเหลือตอนนี้ โทรหาเรา:",
	},
	lang.CN: {
		Title:   "您的浏览器版本过旧",
		Why:     "借款页面无法在您当前的浏览器上运行。您的借款和资料都是安全的。",
		App:     "您可以下载手机应用:",
		Android: "下载 Android 应用",
		IOS:     "下载 iPhone 应用",
		Browser: "您也可以更新 Chrome(Android)或 iOS(iPhone)后重新打开本页。",
		Call:    "需要帮助?请致电我们:",
	},
}

// tooOld is a page without scripts for browsers that run neither build: it says so, offers the app for the phone that
// asks (both where that is not known), and a number to call.
func (s *Site) tooOld(c fiber.Ctx, status int) error {
	p := s.Product(c)
	in := api.DefaultLang(p)
	android, ios := forPhone(c.Get(fiber.HeaderUserAgent), s.AndroidDownload(c.Context(), p), p.IosDownloadURL)
	var html bytes.Buffer
	err := tooOldPage.Execute(&html, struct {
		tooOldTexts
		Product            appproduct.Product
		Lang               string
		AndroidURL, IosURL string
	}{tooOldWords[in], p, in.Tag(), android, ios})
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentSecurityPolicy, s.policy(nil))
	c.Set(fiber.HeaderCacheControl, "no-cache")
	return send(c, &page{mime: "text/html; charset=utf-8", plain: html.Bytes(), etag: etag(html.Bytes())}, status)
}

// forPhone leaves of two downloads the one for the phone of a user agent; both where it does not tell.
func forPhone(agent, android, ios string) (string, string) {
	switch {
	case strings.Contains(agent, "iPhone"), strings.Contains(agent, "iPad"):
		return "", ios
	case strings.Contains(agent, "Android"), strings.Contains(agent, "Adr "):
		return android, ""
	default:
		return android, ios
	}
}
