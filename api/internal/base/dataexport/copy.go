package dataexport

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"

	"github.com/jackc/pgx/v5"
)

// Copy writes sections while a batch reads them, one record at a time: a hundred thousand messages would take hundreds of
// megabytes of memory.
type Copy struct {
	out  *bufio.Writer
	held []*Section
	// between is written before the next section.
	between string
}

// Write makes a batch write its sections to out as a JSON array. The sections in held are kept in memory until all of them are
// read, because something is added to them afterwards; the batch must read them first. The others are written as they are read.
// Call End afterwards.
func Write(out io.Writer, held, others []*Section) *Copy {
	c := &Copy{out: bufio.NewWriter(out), held: held, between: "["}
	for _, s := range others {
		s.into = c
	}
	return c
}

// End writes the rest after the batch has been read. It returns any write error that was not returned before.
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

// put writes a text; the writer keeps an error until Flush returns it.
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

// write writes the rows of a section as they arrive, each as one record.
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
