package internal_test

import (
	"go/ast"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// mayReadAReplica are the files of those who may be answered by a standby: they look at much, and decide nothing.
var mayReadAReplica = []string{
	"flow/account/copy.go",     // what a borrower asks to have of their own data
	"flow/servicing/earned.go", // the report of interest
	"flow/reconcile/run.go",    // the comparison of the books
}

// A standby may be behind: only who is listed reads from one. Whoever moves money reads where it is written.
func TestOnlyWhoIsListedReadsAReplica(t *testing.T) {
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

// namesReplica reports an expression that ends in a field or variable by the name that they all have.
func namesReplica(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "replica"
	case *ast.SelectorExpr:
		return x.Sel.Name == "replica" || x.Sel.Name == "Replica"
	}
	return false
}
