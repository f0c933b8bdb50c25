// Package leaktest fails the tests of a package that leave goroutines behind: tests have to end what they start, and the product
// has to do so when it stops.
package leaktest

import (
	"testing"

	"go.uber.org/goleak"
)

// ignored are goroutines that nobody can end, or that end by themselves. Each says why.
var ignored = []goleak.Option{
	// Connections that rest in a transport that lives as long as its process, http.DefaultTransport and the one of the
	// object store's client; it closes them when nobody has used them for a minute or two.
	goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"),
	goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"),
	// The time of day for answers' headers, one for the process; fasthttp offers no end of it.
	goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.updateServerDate.func1"),
	// It looks after idle workers and sleeps between its looks, also past the end of its server; it ends within ten seconds.
	goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.(*workerPool).Start.func2"),
	// A toxic that is taken off a line of tests while the line is cut may wait for ever to hand on a piece, and what reads the line to
	// hand it one: toxiproxy's own.
	goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2/toxics.(*ToxicStub).Run"),
	goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2.(*ToxicLink).read"),
}

// Main is a package's TestMain.
func Main(m *testing.M) { goleak.VerifyTestMain(m, ignored...) }
