package dataexport

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"

	"github.com/jackc/pgx/v5"
)

// Copy writes sections while a batch reads them, a record at a time: held all at once, a hundred thousand messages are hundreds of
// megabytes.
type Copy struct {
	out  *bufio.Writer
	held []*Section
	// between stands in front of the next section.
	between string
}

// Write has the sections of a batch written to out as an array of JSON: first those that are held until all of them is read, as something
// is put into them afterwards and which the batch reads first, then the others, each as it is read. End ends it.
func Write(out io.Writer, held, others []*Section) *Copy {
	c := &Copy{out: bufio.NewWriter(out), held: held, between: "["}
	for _, s := range others {
		s.into = c
	}
	return c
}

// End writes what is left, once the batch is read. An error of writing comes here at the latest.
func (c *Copy) End() error {
	if err := c.writeHeld(); err != nil {
		return err
	}
	if c.between == "[" {
		c.put(c.between)
	}
	c.put("]")
	return c.out.Flush()
}

// put writes a text; an error stays with the writer, which gives it to Flush.
func (c *Copy) put(text string) { _, _ = c.out.WriteString(text) }

func (c *Copy) begin(name string) {
	c.put(c.between + `{"name":` + strconv.Quote(name) + `,"records":`)
	c.between = ","
}

func (c *Copy) writeHeld() error {
	for _, s := range c.held {
		records, err := json.Marshal(s.Records)
		if err != nil {
			return err
		}
		c.begin(s.Name)
		c.put(string(records) + "}")
	}
	c.held = nil
	return nil
}

// write writes a section as its rows arrive, each a record.
func (c *Copy) write(name string, rows pgx.Rows) error {
	if err := c.writeHeld(); err != nil {
		return err
	}
	c.begin(name)
	between := "["
	for rows.Next() {
		var record []byte
		if err := rows.Scan(&record); err != nil {
			return err
		}
		c.put(between)
		_, _ = c.out.Write(record)
		between = ","
	}
	if between == "[" {
		c.put(between)
	}
	c.put("]}")
	return rows.Err()
}
