package faulttest

import (
	"sync/atomic"

	"github.com/Shopify/toxiproxy/v2/toxics"
)

// halfOpen is on the downstream of every line and drops data during the fault. Toxiproxy's own timeout closes the connections
// when it is removed, so that both sides notice; here neither side does.
type halfOpen struct {
	on atomic.Bool
	// ended counts the faults that have ended.
	ended atomic.Int64
}

const halfOpenName = "half_open"

func init() { toxics.Register(halfOpenName, new(halfOpen)) }

// NewState stores with a connection how many faults had ended when it was opened.
func (h *halfOpen) NewState() any { return h.ended.Load() }

// Pipe forwards data, unless the connection existed during a fault.
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
