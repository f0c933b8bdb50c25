package internal_test

import (
	"go/ast"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
)

// withoutEnd lists the files that may use context.WithoutCancel directly, with the reason.
var withoutEnd = map[string]string{
	"app/app.go":                        "background work ends with the process",
	"base/detached/detached.go":         "adds the timeout for all other packages",
	"base/postgres/migrate.go":          "a completed migration must be recorded, however long that takes",
	"base/singleflight/singleflight.go": "the caller sets the timeout of the shared call",
	"door/pages/download.go":            "a download has no total limit, and each part has a timeout",
}

// Work that continues after its request or process has ended needs its own timeout: nobody can cancel it any more.
func TestDetachedWorkHasATimeout(t *testing.T) {
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
		assert.True(t, used[path], "%s no longer uses context.WithoutCancel: remove it from withoutEnd", path)
	}
}
