package api

import (
	"context"
	"strconv"

	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

func contentCalls(a *API) {
	server.Raw(a.Server, "contentPage", func(ctx context.Context, c server.Caller, r *server.Request) error {
		return a.sendContent(ctx, c, r, r.Param("page"))
	})
	server.Raw(a.Server, "mainGuide", func(ctx context.Context, c server.Caller, r *server.Request) error {
		return a.sendContent(ctx, c, r, content.Guide)
	})
	server.Call(a.Server, "mainAdvertise", a.advertise)
}

func (a *API) sendContent(ctx context.Context, c server.Caller, r *server.Request, page string) error {
	var req contract.Empty
	if err := r.Decode(&req); err != nil {
		return err
	}
	// Documents stay readable even if the market cannot be read.
	landing, err := c.Region.Landing, error(nil)
	if a.Services.Content.Advertises(page) {
		landing, err = a.Advertised(ctx, c.Region)
	}
	if err != nil {
		return err
	}
	found, ok := a.Services.Content.Page(page, c.Lang, WordsOf(c, landing))
	if !ok {
		return reason.New(reason.NotFound)
	}
	since := ""
	if !found.Since.IsZero() {
		since = found.Since.String()
	}
	return r.Succeed(contract.ContentPage{
		Page: page, Title: found.Title, Version: found.Version, Since: since, Blocks: blocksOf(found.Blocks),
	})
}

// advertise returns the home page's text for the product, and the operator's figures with their basis.
func (a *API) advertise(ctx context.Context, c server.Caller, _ contract.Empty) (contract.AdvertiseData, error) {
	landing, err := a.Advertised(ctx, c.Region)
	if err != nil {
		return contract.AdvertiseData{}, err
	}
	page, _ := a.Services.Content.Page(content.Advertise, c.Lang, WordsOf(c, landing))
	return contract.AdvertiseData{Title: page.Title, Blocks: blocksOf(page.Blocks), Claims: ClaimsOf(c.Region.Landing, c.Lang)}, nil
}

// Advertised returns what may be advertised about the region's market now.
func (a *API) Advertised(ctx context.Context, r *region.Region) (region.Landing, error) {
	if a.Services.Products == nil {
		return r.Landing, nil
	}
	return a.Services.Products.Advertised(ctx, r)
}

// WordsOf returns the values for {{word}} in the operator's texts. Amounts and terms are those of the landing page.
func WordsOf(c server.Caller, l region.Landing) map[string]string {
	p := c.Product
	figure := func(minor int64) string { return money.Format(money.Of(minor, c.Region.Currency), c.Lang) }
	return map[string]string{
		"prodName": p.ProdName, "companyName": p.CompanyName, "prodAddress": p.ProdAddress, "prodEmail": p.ProdEmail, "prodPhone": p.ProdPhone,
		"minAmount": figure(l.Amount.Min), "maxAmount": figure(l.Amount.Max),
		"firstAmount": figure(l.FirstMax),
		"minDays":     strconv.Itoa(l.MinDays), "maxDays": strconv.Itoa(l.MaxDays),
		"maxRate": money.FormatBps(l.MaxRateBps, c.Lang), "maxApr": money.FormatBps(l.MaxAprBps, c.Lang),
		"minAge": strconv.Itoa(c.Region.MinAge), "institutions": strconv.Itoa(l.Institutions),
	}
}

func blocksOf(blocks []content.Block) []contract.ContentBlock {
	all := make([]contract.ContentBlock, len(blocks))
	for i, b := range blocks {
		all[i] = contract.ContentBlock{Kind: contract.ContentBlockKind(b.Kind), Spans: spansOf(b.Spans), Items: make([][]contract.ContentSpan, len(b.Items))}
		for n, item := range b.Items {
			all[i].Items[n] = spansOf(item)
		}
	}
	return all
}

func spansOf(spans []content.Span) []contract.ContentSpan {
	all := make([]contract.ContentSpan, len(spans))
	for i, s := range spans {
		all[i] = contract.ContentSpan{Text: s.Text}
		if s.Strong {
			all[i].Strong = &s.Strong
		}
		if s.Href != "" {
			all[i].Href = &s.Href
		}
	}
	return all
}
