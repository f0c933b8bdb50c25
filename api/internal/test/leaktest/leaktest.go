// Package leaktest makes the tests of a package fail if they leave goroutines running: a test must stop what it starts, and so
// must the product when it stops.
package leaktest

import (
	"testing"

	"go.uber.org/goleak"
)

// ignored are goroutines that cannot be stopped, or that end on their own. Each has its reason.
var ignored = []goleak.Option{
	// Idle connections of a transport that lives as long as the process: http.DefaultTransport and that of the object store's
	// client. It closes them after a minute or two without use.
	goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"),
	goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"),
	// The date for response headers, one goroutine per process; fasthttp offers no way to stop it.
	goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.updateServerDate.func1"),
	// It cleans up idle workers and sleeps in between, even after its server has stopped; it ends within ten seconds.
	goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.(*workerPool).Start.func2"),
	// A bug of toxiproxy: a toxic that is removed from a line while the line is cut may wait forever to forward data, and so
	// may the goroutine that reads the line for it.
	goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2/toxics.(*ToxicStub).Run"),
	goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2.(*ToxicLink).read"),
}

// Main is the TestMain of a package.
func Main(m *testing.M) { goleak.VerifyTestMain(m, ignored...) }
