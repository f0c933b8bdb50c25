package pages

import (
	"bytes"
	"context"
	"encoding/json"
	"html"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// bootKey identifies a page for the visitors of a product in a language, with or without the market. android is the
// download address in the configuration, which changes while the process runs.
type bootKey struct {
	name, product string
	android       string
	in            lang.Lang
	market        bool
}

// boot returns a page with data that the app would otherwise have to request before it can show anything, which saves a
// round trip each on a slow connection: the product's configuration and, on the home page of visitors, the market. It
// is embedded as data, not as a script.
func (s *Site) boot(c fiber.Ctx, name string, product appproduct.Product, in lang.Lang) (*page, error) {
	built := s.built.files[name]
	if built == nil {
		return nil, nil
	}
	key := bootKey{name, product.ProductID, s.AndroidDownload(c.Context(), product), in, home(c.Path()) && c.Cookies(server.HeaderToken) == "" && s.Services.Products != nil}
	caller := server.Caller{Region: s.Config.Region, AppProductID: product.ProductID, Lang: in, Product: product}
	return s.built.bootCache.get(c.Context(), key, func(ctx context.Context, before cachedPage) (cachedPage, error) {
		data, err := s.bootData(ctx, caller, key.market)
		if err != nil || before.page != nil && bytes.Equal(before.data, data) {
			return before, err
		}
		return cachedPage{page: withData(built, data, product.ProdName, in), data: data}, nil
	})
}

// bootData returns the data as elements of the page. If the market cannot be read, it is left out and the app requests
// it.
func (s *Site) bootData(ctx context.Context, caller server.Caller, market bool) ([]byte, error) {
	config, err := s.ConfigProduct(ctx, caller, contract.Empty{})
	if err != nil {
		return nil, err
	}
	data, err := element("boot", caller.Lang, config)
	if err != nil || !market {
		return data, err
	}
	list, err := s.LoanList(ctx, caller, contract.PageRequest{})
	if err != nil {
		s.Log.Warn().Err(err).Msg("the home page is served without the product list")
		return data, nil
	}
	shown := struct {
		List   contract.ProductListData    `json:"list"`
		Detail *contract.ProductDetailData `json:"detail"`
	}{List: list}
	if first := calculatorsProduct(list); first != nil {
		detail, err := s.LoanDetail(ctx, caller, contract.ProductRequest{LoanID: first.LoanID})
		if err == nil {
			shown.Detail = &detail
		}
	}
	more, err := element("market", caller.Lang, shown)
	return append(data, more...), err
}

// calculatorsProduct returns the product that a visitor's calculator starts with: the first of the open products with
// the largest amount (mobile/src/shared/loan/choose.ts). It returns nil if none is open.
func calculatorsProduct(list contract.ProductListData) (most *contract.ProductCard) {
	for _, group := range list.Groups {
		for i, p := range group.Products {
			if p.Reason == "" && (most == nil || p.MaxAmount > most.MaxAmount) {
				most = &group.Products[i]
			}
		}
	}
	return most
}

func element(id string, in lang.Lang, content any) ([]byte, error) {
	raw, err := json.Marshal(content) // escapes <, > and &
	if err != nil {
		return nil, err
	}
	return bytes.Join([][]byte{[]byte(`<script type="application/json" id="` + id + `" data-lang="` + string(in) + `">`), raw, []byte(`</script>`)}, nil), nil
}

// withData returns the built page with the data, in a language, under the product's name.
func withData(built *page, data []byte, name string, in lang.Lang) *page {
	shown := html.EscapeString(name)
	plain := built.plain
	for _, r := range []struct{ built, served string }{
		// The data comes after the visible content, which must not wait for it, and before every script that reads it.
		{`<noscript>`, string(data) + `<noscript>`},
		{`<html lang="vi">`, `<html lang="` + in.Tag() + `">`},
		{`<title>Loan Market</title>`, `<title>` + shown + `</title>`},
		{`<b></b>`, `<b>` + shown + `</b>`},
	} {
		plain = bytes.Replace(plain, []byte(r.built), []byte(r.served), 1)
	}
	return compressed(built.mime, plain, built.scripts)
}

// compressed returns a page that is made at run time, with its compressed copies.
func compressed(mime string, plain []byte, scripts []string) *page {
	return &page{
		mime: mime, etag: etag(plain), plain: plain, scripts: scripts,
		br: fasthttp.AppendBrotliBytesLevel(nil, plain, fasthttp.CompressBrotliBestCompression),
		gz: fasthttp.AppendGzipBytesLevel(nil, plain, fasthttp.CompressBestCompression),
	}
}
