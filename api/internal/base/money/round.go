package money

import (
	"errors"
	"math"
	"math/bits"
)

// ErrOverflow is the panic value when a result does not fit into 64 bits. Every amount from outside is bounded long before (a
// product's limits, the schema's checks), so an overflow is a bug, and a wrapped amount in the books would be worse than a
// failed request.
var ErrOverflow = errors.New("money: the result overflows 64 bits")

// MulBps returns amount × bps / 10,000, rounded half up. A negative amount is rounded symmetrically, so that a reversal cancels
// its original exactly.
func MulBps(minor, bps int64) int64 { return MulDiv(minor, bps, bpsOne) }

// MulDiv returns a × b / den, rounded half up (half away from zero), with a 128-bit intermediate product. den must be positive.
func MulDiv(a, b, den int64) int64 {
	if den <= 0 {
		panic("money: division by a number that is not positive")
	}
	hi, lo := bits.Mul64(abs(a), abs(b))
	return signed((a < 0) != (b < 0), divRound(hi, lo, uint64(den)))
}

// Sum adds amounts. It panics with ErrOverflow instead of wrapping.
func Sum(amounts ...int64) int64 {
	var total int64
	for _, a := range amounts {
		next := total + a
		if (a > 0 && next < total) || (a < 0 && next > total) {
			panic(ErrOverflow)
		}
		total = next
	}
	return total
}

// Mul multiplies. It panics with ErrOverflow instead of wrapping.
func Mul(a, b int64) int64 {
	hi, lo := bits.Mul64(abs(a), abs(b))
	if hi != 0 {
		panic(ErrOverflow)
	}
	return signed((a < 0) != (b < 0), lo)
}

// divRound returns (hi·2⁶⁴ + lo) / den, rounded half up.
func divRound(hi, lo, den uint64) uint64 {
	if hi >= den {
		panic(ErrOverflow)
	}
	quo, rem := bits.Div64(hi, lo, den)
	if rem >= den-rem {
		if quo == math.MaxUint64 {
			panic(ErrOverflow)
		}
		quo++
	}
	return quo
}

func abs(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func signed(negative bool, n uint64) int64 {
	if n > math.MaxInt64 {
		panic(ErrOverflow)
	}
	if negative {
		return -int64(n)
	}
	return int64(n)
}
