package ops

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/productfile"
)

type productCommands struct {
	List    productList    `cmd:"" help:"List the products of the region."`
	Show    productShow    `cmd:"" help:"Print a product as a file for product save."`
	Save    productSave    `cmd:"" help:"Save the lenders and products of a file that was made from the output of product show, each product as a new version. The file is refused if any of them was changed after that output. Saving does not suspend or resume a product, and orders keep their version."`
	Suspend productSuspend `cmd:"" help:"Stop new applications for a product."`
	Resume  productResume  `cmd:"" help:"Accept applications for a product again."`
}

type productList struct{}

// Run lists products. An unlawful product is one that exceeds a rate cap which a later release lowered.
func (productList) Run(ctx context.Context, c *operator) error {
	all, err := c.Back.Products(ctx, c.actor)
	if err != nil {
		return err
	}
	t := columns("code", "status", "version", "lender", "name", "from", "to", "termsDays", "annualRateBps", "minScore", "listedOnly")
	for _, p := range all {
		v, status := p.Current, p.Status
		if pricing.OfferedUnlawfully(p) {
			status = "unlawful"
		}
		t.add(p.Code, status, v.Number, p.Lender.Code, v.Name, money.Of(v.MinAmount, v.Currency), money.Of(v.MaxAmount, v.Currency),
			v.TermsDays, v.AnnualRateBps, v.MinScore, v.WhiteListedOnly)
	}
	return c.print(t)
}

type productShow struct {
	Code string `arg:"" help:"Product code."`
}

// Run prints YAML, or JSON of the same fields.
func (f productShow) Run(ctx context.Context, c *operator) error {
	p, err := c.Back.Product(ctx, f.Code, c.actor)
	if err != nil {
		return err
	}
	return c.printFile(productfile.Of(p))
}

func (c *operator) printFile(f productfile.File) error {
	if c.json {
		return c.encode(f)
	}
	return f.Write(c.out)
}

type productSave struct {
	File string `arg:"" type:"existingfile" help:"YAML file with lenders and products, as printed by product show, or - for standard input."`
}

// errNoProduct and errNoLender mean that a file has nothing to save: it is another file, or was truncated.
var (
	errNoProduct = errors.New("the file has no product, so nothing was saved: use `ops lender save` to save only lenders")
	errNoLender  = errors.New("the file has no lender, so nothing was saved")
)

// Run saves the whole file or nothing.
func (f productSave) Run(ctx context.Context, c *operator) error {
	file, err := readProductFile(f.File)
	if err != nil {
		return err
	}
	if len(file.Products) == 0 {
		return errNoProduct
	}
	if err := c.Back.SaveProductFile(ctx, file, c.actor); err != nil {
		return err
	}
	codes := make([]string, len(file.Products))
	for i, p := range file.Products {
		codes[i] = p.Code
	}
	return c.done(map[string]any{"products": codes}, "Saved %d products: %s", len(codes), strings.Join(codes, ", "))
}

func readProductFile(name string) (productfile.File, error) {
	if name == "-" {
		return productfile.Read(os.Stdin)
	}
	file, err := os.Open(name)
	if err != nil {
		return productfile.File{}, err
	}
	defer file.Close()
	return productfile.Read(file)
}

type productSuspend struct {
	Code string `arg:"" help:"Product code."`
}

type productResume struct {
	Code        string `arg:"" help:"Product code."`
	SuspendedBy string `placeholder:"NAME" help:"The operator who suspended the product, if it was a colleague. Ask them first."`
}

// Run suspends a product.
func (f productSuspend) Run(ctx context.Context, c *operator) error {
	return c.statusSet(f.Code, product.Suspended, c.Back.SuspendProduct(ctx, f.Code, c.actor))
}

// Run resumes a product.
func (f productResume) Run(ctx context.Context, c *operator) error {
	return c.statusSet(f.Code, product.Active, c.Back.ResumeProduct(ctx, f.Code, f.SuspendedBy, c.actor))
}

func (c *operator) statusSet(code, status string, err error) error {
	if err != nil {
		return err
	}
	return c.done(map[string]any{"code": code, "status": status}, "%s is %s", code, status)
}
