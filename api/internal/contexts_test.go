package internal_test

import (
	"go/ast"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
)

// withoutEnd lists the files that may use context.WithoutCancel directly, with the reason.
var withoutEnd = map[string]string{
	"app/app.go":                        "what runs beside the requests ends with the process",
	"base/detached/detached.go":         "gives all others their end",
	"base/postgres/migrate.go":          "a migration that has run is noted, however long that takes",
	"base/singleflight/singleflight.go": "whoever asks bounds the question",
	"door/pages/download.go":            "a slow line may take as long as it needs, and each piece has its time",
}

// Work that continues after its request or process has ended needs its own timeout: nobody can cancel it any more.
func TestWorkThatGoesOnHasAnEnd(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, f := range parse(t) {
		if !f.in(layers...) && !f.in("app") {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && types.ExprString(call.Fun) == "context.WithoutCancel" {
				assert.NotEmpty(t, withoutEnd[f.path], "%s: use detached.WithTimeout", f.set.Position(call.Pos()))
				used[f.path] = true
			}
			return true
		})
	}
	for path := range withoutEnd {
		assert.True(t, used[path], "%s uses context.WithoutCancel no more", path)
	}
}
