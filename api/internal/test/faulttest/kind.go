package faulttest

import "fmt"

// Kind is a kind of network fault.
type Kind string

// The kinds of faults.
const (
	// Latency delays every response and each of its parts.
	Latency Kind = "latency"
	// Cut resets the connection when data is sent.
	Cut Kind = "cut"
	// BlackHole accepts connections, but no data arrives; they are reset when the fault ends.
	BlackHole Kind = "black hole"
	// HalfOpen delivers requests, which are processed, but loses the responses. A connection that existed during the fault
	// stays silent forever, as when a firewall has forgotten its state.
	HalfOpen Kind = "half-open"
	// SlowDrip delivers responses a few bytes at a time.
	SlowDrip Kind = "slow drip"
)

// Kinds contains all kinds.
var Kinds = []Kind{Latency, Cut, BlackHole, HalfOpen, SlowDrip}

// toxic is a fault in the format of toxiproxy.
type toxic struct {
	Name       string         `json:"name"`
	Type       string         `json:"type"`
	Stream     string         `json:"stream"`
	Attributes map[string]any `json:"attributes"`
}

const up, down = "upstream", "downstream"

// toxics returns the toxics of a kind. HalfOpen needs none, see halfOpen.
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
		// A timeout of 0 never closes a connection.
		return both("timeout", map[string]any{"timeout": 0})
	case SlowDrip:
		// The delay is in microseconds.
		return []toxic{{"drip", "slicer", down, map[string]any{"average_size": 64, "size_variation": 32, "delay": 10_000}}}
	case HalfOpen:
		return nil
	default:
		panic(fmt.Sprintf("faulttest: unknown kind %q", k))
	}
}
