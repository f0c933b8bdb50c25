package faulttest

import (
	"sync/atomic"

	"github.com/Shopify/toxiproxy/v2/toxics"
)

// halfOpen stands on the way back of every line, and swallows while the fault lasts. Toxiproxy's own time-out closes the
// connections when it is taken away, and then everybody knows that they are dead; here nobody is told.
type halfOpen struct {
	on atomic.Bool
	// ended counts the faults that are over.
	ended atomic.Int64
}

const halfOpenName = "half_open"

func init() { toxics.Register(halfOpenName, new(halfOpen)) }

// NewState remembers of a connection how many faults were over when it was made.
func (h *halfOpen) NewState() any { return h.ended.Load() }

// Pipe passes on what comes, unless the connection has met a fault.
func (h *halfOpen) Pipe(stub *toxics.ToxicStub) {
	born, _ := stub.State.(int64)
	for {
		select {
		case <-stub.Interrupt:
			return
		case piece := <-stub.Input:
			if piece == nil {
				stub.Close()
				return
			}
			if !h.on.Load() && h.ended.Load() == born {
				stub.Output <- piece
			}
		}
	}
}
