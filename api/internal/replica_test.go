package internal_test

import (
	"go/ast"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// mayReadAReplica are the files that may read from a standby: they read a lot and decide nothing.
var mayReadAReplica = []string{
	"flow/account/copy.go",     // the copy of a borrower's own data
	"flow/servicing/earned.go", // the interest report
	"flow/reconcile/run.go",    // the reconciliation of the books
}

// A standby may be behind, so only the listed files read from one. Code that moves money reads from the primary.
func TestOnlyListedFilesReadAReplica(t *testing.T) {
	t.Parallel()
	reading := map[string]bool{"InSnapshot": true, "Batch": true}
	found := map[string]bool{}
	for _, f := range parse(t) {
		if f.test {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is {
				return true
			}
			method, is := call.Fun.(*ast.SelectorExpr)
			if is && reading[method.Sel.Name] && namesReplica(method.X) {
				found[f.path] = true
			}
			return true
		})
	}
	require.ElementsMatch(t, mayReadAReplica, slices.Collect(maps.Keys(found)))
}

// namesReplica reports whether an expression ends in the field or variable name that all replicas have.
func namesReplica(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "replica"
	case *ast.SelectorExpr:
		return x.Sel.Name == "replica" || x.Sel.Name == "Replica"
	}
	return false
}
