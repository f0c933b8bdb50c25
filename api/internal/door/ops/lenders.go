package ops

import (
	"context"
	"strings"
)

type lenderCommands struct {
	List lenderList `cmd:"" help:"List all lenders."`
	Save lenderSave `cmd:"" help:"Write the lenders of a file; its products are left alone."`
}

type lenderList struct{}

// Run lists.
func (lenderList) Run(ctx context.Context, c *clerk) error {
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

type lenderSave struct {
	File string `arg:"" type:"existingfile" help:"YAML with lenders, as product show prints it; - reads standard input."`
}

// Run saves: all of the file or nothing.
func (f lenderSave) Run(ctx context.Context, c *clerk) error {
	m, err := readMarket(f.File)
	if err != nil {
		return err
	}
	m.Products = nil
	if err := c.Back.SaveMarket(ctx, m, c.actor); err != nil {
		return err
	}
	codes := make([]string, len(m.Lenders))
	for i, l := range m.Lenders {
		codes[i] = l.Code
	}
	return c.done(map[string]any{"lenders": codes}, "Saved %d lenders: %s", len(codes), strings.Join(codes, ", "))
}
