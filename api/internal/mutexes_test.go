package internal_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A call with a context may wait for a database or a partner, and goroutines that wait for a mutex held meanwhile have no
// timeout. base/singleflight merges concurrent calls, and base/cache keeps the result.
func TestNoCallWithContextUnderMutex(t *testing.T) {
	t.Parallel()
	for _, f := range parse(t) {
		if f.in(layers...) || f.in("app") {
			for _, at := range heldAcross(f.syntax, f.set) {
				assert.Fail(t, "a call with a context while a mutex is held", at)
			}
		}
	}
}

func TestCallsUnderAMutexAreRecognised(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		`s.mu.Lock(); defer s.mu.Unlock(); s.ask(ctx)`: 1,
		`s.mu.Lock(); s.ask(ctx); s.mu.Unlock()`:       1,
		`s.mu.RLock(); limited, cancel := context.WithTimeout(ctx, 1); defer cancel(); s.ask(limited); s.mu.RUnlock()`: 1,
		`if s.mu.TryLock() { defer s.mu.Unlock() }; s.ask(context.Background())`:                                       1,
		`return func() { s.mu.Lock(); s.ask(ctx) }`:                                                                    1,
		`s.mu.Lock(); s.kept = 1; s.mu.Unlock(); s.ask(ctx)`:                                                           0,
		`s.mu.Lock(); defer s.mu.Unlock(); s.kept = count(s.kept)`:                                                     0,
		`s.mu.Lock(); defer s.mu.Unlock(); return func() { ask(ctx) }`:                                                 0,
	} {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "a.go", "package a\nfunc (s *S) a(ctx context.Context) any {"+body+"}", parser.SkipObjectResolution)
		require.NoError(t, err, body)
		assert.Len(t, heldAcross(file, set), want, body)
	}
}

// heldAcross returns the calls with a context between a mutex's Lock and its Unlock, or the end of the function if the Unlock
// is deferred.
func heldAcross(file *ast.File, set *token.FileSet) (found []string) {
	contexts := contextsOf(file)
	ast.Inspect(file, func(n ast.Node) bool {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			body = n.Body
		case *ast.FuncLit:
			body = n.Body
		}
		if body == nil {
			return true
		}
		held := map[string]bool{}
		inspectOwn(body, func(call *ast.CallExpr, deferred bool) {
			method, _ := call.Fun.(*ast.SelectorExpr)
			switch {
			case method != nil && len(call.Args) == 0 && slices.Contains([]string{"Lock", "RLock", "TryLock", "TryRLock"}, method.Sel.Name):
				held[types.ExprString(method.X)] = true
			case method != nil && len(call.Args) == 0 && slices.Contains([]string{"Unlock", "RUnlock"}, method.Sel.Name):
				if !deferred {
					delete(held, types.ExprString(method.X))
				}
			case len(held) > 0 && takesContext(call, contexts):
				found = append(found, fmt.Sprint(set.Position(call.Pos())))
			}
		})
		return true
	})
	return found
}

// inspectOwn visits the calls of a function in order, without those of function literals in it.
func inspectOwn(body *ast.BlockStmt, visit func(call *ast.CallExpr, deferred bool)) {
	deferred := map[*ast.CallExpr]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			deferred[n.Call] = true
		case *ast.CallExpr:
			visit(n, deferred[n])
		}
		return true
	})
}

// contextsOf returns the names of the context variables in a file.
func contextsOf(file *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			if types.ExprString(n.Type) == "context.Context" {
				for _, name := range n.Names {
					names[name.Name] = true
				}
			}
		case *ast.AssignStmt:
			if made, ok := n.Rhs[0].(*ast.CallExpr); ok && fromContext(made) {
				if name, ok := n.Lhs[0].(*ast.Ident); ok {
					names[name.Name] = true
				}
			}
		}
		return true
	})
	return names
}

// takesContext reports whether a context is passed to a call; deriving another context from it does not block.
func takesContext(call *ast.CallExpr, contexts map[string]bool) bool {
	if fromContext(call) {
		return false
	}
	for _, arg := range call.Args {
		switch arg := arg.(type) {
		case *ast.Ident:
			if contexts[arg.Name] {
				return true
			}
		case *ast.CallExpr:
			if fromContext(arg) {
				return true
			}
		}
	}
	return false
}

// fromContext reports whether a call is to package context.
func fromContext(call *ast.CallExpr) bool {
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && types.ExprString(method.X) == "context"
}
