package internal_test

import (
	"go/ast"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
)

// endless may do without an end of their own, and why.
var endless = map[string]string{
	"app/app.go":                        "what runs beside the requests ends with the process",
	"base/postgres/migrate.go":          "a migration that has run is noted, however long that takes",
	"base/singleflight/singleflight.go": "whoever asks bounds the question",
	"door/pages/download.go":            "a slow line may take as long as it needs, and each piece has its time",
}

// Work that goes on when the request or the process that began it ends has an end of its own: nobody is there any more to give it up.
func TestWorkThatGoesOnHasAnEnd(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, f := range parse(t) {
		if !f.in(layers...) && !f.in("app") {
			continue
		}
		ended := map[ast.Node]bool{}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			switch types.ExprString(call.Fun) {
			case "context.WithTimeout", "context.WithDeadline":
				ended[call.Args[0]] = true
			case "context.WithoutCancel":
				if endless[f.path] == "" {
					assert.True(t, ended[call], "%s: give it a time-out", f.set.Position(call.Pos()))
				}
				used[f.path] = true
			}
			return true
		})
	}
	for path := range endless {
		assert.True(t, used[path], "%s is endless no more", path)
	}
}
