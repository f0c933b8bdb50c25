package money

import (
	"errors"
	"math/big"
	"math/bits"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// YearDays is the length of the year for interest, also in a leap year (SBV Circular 14/2017; spec 1).
	YearDays = 365
	// MaxRateBps caps a rate at a million percent. A higher rate is shown as this value.
	MaxRateBps = 100_000_000

	bpsOne = 10_000
)

// ErrNoRate is returned if no rate exists: nothing is received, less is paid than received, or the term is not positive.
var ErrNoRate = errors.New("money: no rate for these figures")

// Interest returns the simple interest in minor units on principal (minor units) at a yearly rate of bps over days of a 365-day
// year. It is rounded once, half up. Rounding the daily rate first would be wrong: 5,000,000 at 15 % for 120 days is 246,575,
// not 240,000. Negative inputs are a bug of the caller and panic.
func Interest(principal, bps, days int64) int64 {
	if principal < 0 || bps < 0 || days < 0 {
		panic("money: negative principal, rate or term")
	}
	const den = bpsOne * YearDays
	// This path does not allocate when principal times rate fits into 64 bits, as it does for any loan: debts are computed on
	// every read.
	if over, yearly := bits.Mul64(uint64(principal), uint64(bps)); over == 0 {
		if high, low := bits.Mul64(yearly, uint64(days)); high < den {
			return signed(false, divRound(high, low, den))
		}
	}
	// The product of the three numbers may need more than 128 bits; the quotient may still fit into 64.
	num := new(big.Int).Mul(big.NewInt(principal), big.NewInt(bps))
	num.Mul(num, big.NewInt(days))
	return roundBig(num, big.NewInt(den))
}

// NominalAPRBps returns the yearly cost including all fees in basis points, without compounding: (paid - received) / received ×
// 365 / days. Both amounts are in minor units of one currency.
func NominalAPRBps(received, paid, days int64) (int64, error) {
	if received <= 0 || paid < received || days <= 0 {
		return 0, ErrNoRate
	}
	num := new(big.Int).Mul(big.NewInt(paid-received), big.NewInt(YearDays*bpsOne))
	den := new(big.Int).Mul(big.NewInt(received), big.NewInt(days))
	if limit := new(big.Int).Mul(den, big.NewInt(MaxRateBps)); num.Cmp(limit) >= 0 {
		return MaxRateBps, nil
	}
	return roundBig(num, den), nil
}

// EffectiveAPRBps returns the yearly cost including all fees in basis points, with compounding: (paid / received)^(365 / days)
// - 1.
func EffectiveAPRBps(received, paid, days int64) (int64, error) {
	return EffectiveBps(received, paid, days, YearDays)
}

// EffectiveBps is EffectiveAPRBps for a term of num/den years: (paid / received)^(den / num) - 1. It uses no float: the result
// r is the largest integer for which ((10,000 + r - ½)/10,000)^num is at most (paid/received)^den, found by binary search with
// integers. Those have thousands of digits, and a market has few distinct prices, so the latest results are cached.
func EffectiveBps(received, paid, num, den int64) (int64, error) {
	if received <= 0 || paid < received || num <= 0 || den <= 0 {
		return 0, ErrNoRate
	}
	price := price{received, paid, num, den}
	if bps, known := prices.Get(price); known {
		return bps, nil
	}
	bps := effectiveBps(received, paid, num, den)
	prices.Add(price, bps)
	return bps, nil
}

// price holds the arguments of EffectiveBps.
type price struct{ received, paid, num, den int64 }

// prices caches the latest results. lru.New returns an error only for a size that is not positive.
var prices, _ = lru.New[price, int64](8192)

func effectiveBps(received, paid, num, den int64) int64 {
	common := new(big.Int).GCD(nil, nil, big.NewInt(num), big.NewInt(den)).Int64()
	num, den = num/common, den/common
	growth := new(big.Rat).SetFrac64(paid, received)
	top := new(big.Int).Exp(growth.Num(), big.NewInt(den), nil)
	bottom := new(big.Int).Exp(growth.Denom(), big.NewInt(den), nil)
	top.Mul(top, new(big.Int).Exp(big.NewInt(2*bpsOne), big.NewInt(num), nil))
	reaches := func(bps int64) bool {
		left := new(big.Int).Exp(big.NewInt(2*bpsOne+2*bps-1), big.NewInt(num), nil)
		return left.Mul(left, bottom).Cmp(top) <= 0
	}
	// Double the step from zero upwards, then halve it: rates are usually small, and small numbers are fast to compute.
	low, step := int64(0), int64(1024)
	for low+step < MaxRateBps && reaches(low+step) {
		low, step = low+step, step*2
	}
	if low+step >= MaxRateBps {
		if reaches(MaxRateBps) {
			return MaxRateBps
		}
		step = MaxRateBps - low
	}
	for step > 1 {
		if middle := low + step/2; reaches(middle) {
			low, step = middle, step-step/2
		} else {
			step /= 2
		}
	}
	return low
}

// roundBig returns num / den, rounded half up, for non-negative numbers.
func roundBig(num, den *big.Int) int64 {
	quo, rem := new(big.Int).QuoRem(num, den, new(big.Int))
	if rem.Lsh(rem, 1).Cmp(den) >= 0 {
		quo.Add(quo, big.NewInt(1))
	}
	if !quo.IsInt64() {
		panic(ErrOverflow)
	}
	return quo.Int64()
}
