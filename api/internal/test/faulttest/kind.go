package faulttest

import "fmt"

// Kind is a way in which a line goes wrong.
type Kind string

// The kinds of faults.
const (
	// Latency: every answer comes, each piece of it late.
	Latency Kind = "latency"
	// Cut: who sends is answered with a broken connection.
	Cut Kind = "cut"
	// BlackHole: connections stand, and nothing that is sent arrives; they break when the fault ends.
	BlackHole Kind = "black hole"
	// HalfOpen: what is sent arrives and is carried out, the answer is lost. A connection that lived through the fault
	// stays silent for ever, as one does whose way back a firewall has forgotten.
	HalfOpen Kind = "half-open"
	// SlowDrip: answers arrive a few bytes at a time.
	SlowDrip Kind = "slow drip"
)

// Kinds are all of them.
var Kinds = []Kind{Latency, Cut, BlackHole, HalfOpen, SlowDrip}

// toxic is a fault as toxiproxy reads it.
type toxic struct {
	Name       string         `json:"name"`
	Type       string         `json:"type"`
	Stream     string         `json:"stream"`
	Attributes map[string]any `json:"attributes"`
}

const up, down = "upstream", "downstream"

// toxics are what a kind puts on a line. Half-open needs none: see halfOpen.
func (k Kind) toxics() []toxic {
	both := func(name string, attributes map[string]any) []toxic {
		return []toxic{{name + up, name, up, attributes}, {name + down, name, down, attributes}}
	}
	switch k {
	case Latency:
		return []toxic{{"late", "latency", down, map[string]any{"latency": 150, "jitter": 100}}}
	case Cut:
		return both("reset_peer", map[string]any{"timeout": 0})
	case BlackHole:
		// Without a time-out of its own it closes nothing.
		return both("timeout", map[string]any{"timeout": 0})
	case SlowDrip:
		// The delay is in microseconds.
		return []toxic{{"drip", "slicer", down, map[string]any{"average_size": 64, "size_variation": 32, "delay": 10_000}}}
	case HalfOpen:
		return nil
	default:
		panic(fmt.Sprintf("faulttest: no kind %q", k))
	}
}
