package ops

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
)

// table is the result of a command: the rows are printed as a table for people or as objects for programs. Columns are
// named as in JSON.
type table struct {
	// name is the heading, and the key if a result has several tables.
	name    string
	columns []string
	rows    [][]any
	// upright tables show one thing with many properties: the names beside the values.
	upright bool
}

func columns(names ...string) table { return table{columns: names} }

func (t *table) add(values ...any) { t.rows = append(t.rows, values) }

// print writes one table.
func (c *operator) print(t table) error {
	if c.json {
		return c.encode(t.objects())
	}
	return c.text(t)
}

// pageSize is the number of rows of a page.
type pageSize int

// maxPageSize is the maximum number of rows per page.
const maxPageSize = 1000

// Validate refuses a number out of bounds: a shorter page than the one asked for would look like the whole list.
func (n pageSize) Validate() error { return within(int(n), maxPageSize) }

// paged are the flags of a list that is shown page by page.
type paged struct {
	Limit  pageSize `default:"50" help:"Rows per page, 1 to 1000."`
	Cursor string   `help:"The cursor printed by the previous page."`
}

// page returns the requested page.
func (f paged) page() (paging.Request, error) { return paging.Read(f.Cursor, int(f.Limit)) }

// printPage writes a table and how to see the next page.
func (c *operator) printPage(t table, next string) error {
	if next != "" {
		next = c.list + next
	}
	if c.json {
		return c.encode(map[string]any{t.name: t.objects(), "next": next})
	}
	if err := c.text(t); err != nil || next == "" {
		return err
	}
	return c.say("More: --cursor=%s", next)
}

// printAll writes several tables as one result.
func (c *operator) printAll(tables ...table) error {
	if c.json {
		all := map[string]any{}
		for _, t := range tables {
			if t.upright {
				all[t.name] = t.objects()[0]
			} else {
				all[t.name] = t.objects()
			}
		}
		return c.encode(all)
	}
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprintln(c.out, heading(t.name))
		if err := c.text(t); err != nil {
			return err
		}
	}
	return nil
}

// done reports that something was done, with facts for programs.
func (c *operator) done(facts map[string]any, format string, args ...any) error {
	if c.json {
		return c.encode(facts)
	}
	return c.say(format, args...)
}

func (c *operator) say(format string, args ...any) error {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = visible(text)
		}
	}
	_, err := fmt.Fprintf(c.out, format+"\n", args...)
	return err
}

func (c *operator) encode(v any) error {
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func (c *operator) text(t table) error {
	if len(t.rows) == 0 {
		return c.say("none")
	}
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	if t.upright {
		for i, name := range t.columns {
			fmt.Fprintf(w, "%s\t%s\n", heading(name), c.show(t.rows[0][i]))
		}
		return w.Flush()
	}
	names := make([]string, len(t.columns))
	for i, name := range t.columns {
		names[i] = heading(name)
	}
	c.line(w, names)
	for _, row := range t.rows {
		cells := make([]string, len(row))
		for i, value := range row {
			cells[i] = c.show(value)
		}
		c.line(w, cells)
	}
	return w.Flush()
}

func (c *operator) line(w io.Writer, cells []string) {
	fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "\t"), "\t "))
}

// show formats a value for people. Times are in the region's time zone.
func (c *operator) show(value any) string {
	if v := reflect.ValueOf(value); !v.IsValid() || v.Kind() == reflect.Pointer {
		if !v.IsValid() || v.IsNil() {
			return "-"
		}
		return c.show(v.Elem().Interface())
	}
	switch v := value.(type) {
	case time.Time:
		return v.In(c.Region.TimeZone).Format("2006-01-02 15:04:05")
	case money.Money:
		return strings.ReplaceAll(money.Format(v, lang.EN), "\u00a0", " ")
	case money.Date:
		if v.IsZero() {
			return "-"
		}
		return v.String()
	case bool:
		if v {
			return "yes"
		}
		return "no"
	}
	if text := fmt.Sprint(value); text != "" {
		return visible(text)
	}
	return "-"
}

// visible escapes characters that a terminal interprets instead of showing: line ends, control sequences, marks that
// change the writing direction. Payers and borrowers choose such texts, and could otherwise forge lines in an
// operator's table.
func visible(text string) string {
	if !strings.ContainsFunc(text, obeyed) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if obeyed(r) {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func obeyed(r rune) bool { return !unicode.IsGraphic(r) }

func (t table) objects() []map[string]any {
	all := make([]map[string]any, len(t.rows))
	for i, row := range t.rows {
		all[i] = map[string]any{}
		for j, name := range t.columns {
			all[i][name] = row[j]
		}
	}
	return all
}

// heading writes orderNo as ORDER NO.
func heading(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}
