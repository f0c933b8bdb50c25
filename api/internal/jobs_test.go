package internal_test

import (
	"go/ast"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A job without a queue would wait behind slow jobs in the default queue.
func TestEveryJobHasAQueue(t *testing.T) {
	t.Parallel()
	kinds := 0
	for _, f := range parse(t) {
		if !f.in("flow", "door") {
			continue
		}
		named, jobs := map[string]bool{}, map[string]bool{}
		for _, declared := range f.syntax.Decls {
			method, ok := declared.(*ast.FuncDecl)
			if !ok || method.Recv == nil {
				continue
			}
			receiver, ok := method.Recv.List[0].Type.(*ast.Ident)
			if !ok {
				continue
			}
			switch method.Name.Name {
			case "Kind":
				jobs[receiver.Name] = true
			case "InsertOpts":
				named[receiver.Name] = true
			}
		}
		for name := range jobs {
			kinds++
			assert.True(t, named[name], "%s: job %s has no queue (InsertOpts)", f.path, name)
		}
	}
	require.Greater(t, kinds, 10)
}
