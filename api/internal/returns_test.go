package internal_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Go does not specify the order: `return found, read(&found)` may return the value that found had before the call.
func TestNoReturnOfVariableFilledInSameStatement(t *testing.T) {
	t.Parallel()
	for _, f := range parse(t) {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			results, ok := n.(*ast.ReturnStmt)
			if !ok {
				return true
			}
			for _, result := range results.Results {
				name := types.ExprString(result)
				for _, beside := range results.Results {
					assert.False(t, fills(beside, name), "%s: %s is filled in the same return: call first", f.set.Position(result.Pos()), name)
				}
			}
			return true
		})
	}
}

// fills reports whether a call in the expression takes the address of the named variable.
func fills(expression ast.Expr, name string) (found bool) {
	ast.Inspect(expression, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return !found
		}
		for _, argument := range call.Args {
			address, ok := argument.(*ast.UnaryExpr)
			found = found || ok && address.Op == token.AND && types.ExprString(address.X) == name
		}
		return !found
	})
	return found
}
