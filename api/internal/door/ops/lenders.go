package ops

import (
	"context"
	"encoding/base64"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/flow/productfile"
)

type lenderCommands struct {
	List lenderList `cmd:"" help:"List all lenders."`
	Show lenderShow `cmd:"" help:"Print a lender as a file for lender save."`
	Save lenderSave `cmd:"" help:"Save the lenders of a file that was made from the output of lender show. The file is refused if a lender was changed after that output. Products in the file are ignored."`
	Key  lenderKey  `cmd:"" help:"Print, in base64, the key with which a lender and we sign requests. Share it only over a private channel: anyone who has it can decide in the lender's name."`
}

type lenderList struct{}

// Run lists the lenders.
func (lenderList) Run(ctx context.Context, c *operator) error {
	all, err := c.Back.Lenders(ctx, c.actor)
	if err != nil {
		return err
	}
	t := columns("code", "region", "active", "type", "gateway", "endpoint", "name", "licence")
	for _, l := range all {
		t.add(l.Code, l.Region, l.Active, l.Type, l.Gateway, l.Endpoint, l.Name, l.Licence)
	}
	return c.print(t)
}

type lenderShow struct {
	Code string `arg:"" help:"Lender code."`
}

// Run prints YAML, or JSON of the same fields.
func (f lenderShow) Run(ctx context.Context, c *operator) error {
	l, err := c.Back.Lender(ctx, f.Code, c.actor)
	if err != nil {
		return err
	}
	return c.printFile(productfile.OfLender(l))
}

type lenderSave struct {
	File string `arg:"" type:"existingfile" help:"YAML file with lenders, as printed by lender show, or - for standard input."`
}

// Run saves the whole file or nothing.
func (f lenderSave) Run(ctx context.Context, c *operator) error {
	file, err := readProductFile(f.File)
	if err != nil {
		return err
	}
	if len(file.Lenders) == 0 {
		return errNoLender
	}
	file.Products = nil
	if err := c.Back.SaveProductFile(ctx, file, c.actor); err != nil {
		return err
	}
	codes := make([]string, len(file.Lenders))
	for i, l := range file.Lenders {
		codes[i] = l.Code
	}
	return c.done(map[string]any{"lenders": codes}, "Saved %d lenders: %s", len(codes), strings.Join(codes, ", "))
}

type lenderKey struct {
	Code string `arg:"" help:"Lender code."`
}

// Run prints only the key, so that the output can be redirected to a file.
func (f lenderKey) Run(ctx context.Context, c *operator) error {
	if err := c.Back.KeyOfLender(ctx, f.Code, c.actor); err != nil {
		return err
	}
	key := base64.StdEncoding.EncodeToString(c.LenderKey(f.Code))
	return c.done(map[string]any{"lender": f.Code, "key": key}, "%s", key)
}
