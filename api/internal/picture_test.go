package internal_test

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// update rewrites the pictures in api/README.md (-run Pictures), or the list of stored fields (-run Stored).
var update = flag.Bool("update", false, "write the pictures of api/README.md or the list of stored fields")

const readme = "../README.md"

// The pictures in api/README.md are generated from the code, so that they follow its changes.
func TestPicturesAreUpToDate(t *testing.T) {
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	files := parse(t)
	drawn := string(text)
	for name, picture := range map[string]string{
		"packages": packagesPicture(files),
		"payment":  paymentPicture(t, files),
	} {
		// There is nothing but the picture between the two marks.
		place := regexp.MustCompile(`(?s)<!-- ` + name + ` -->.*?<!-- /` + name + ` -->`)
		require.True(t, place.MatchString(drawn), "api/README.md must have markers for the picture %q", name)
		block := fmt.Sprintf("<!-- %s -->\n```mermaid\n%s```\n<!-- /%s -->", name, picture, name)
		drawn = place.ReplaceAllLiteralString(drawn, block)
	}
	if *update {
		require.NoError(t, os.WriteFile(readme, []byte(drawn), 0o644))
		return
	}
	require.Equal(t, drawn, string(text), "redraw the pictures: go test ./api/internal -run Pictures -update")
}

// packagesPicture draws the packages of each layer from the top down, and which layer imports which.
func packagesPicture(files []goFile) string {
	packages, calls := map[string]map[string]bool{}, map[[2]string]bool{}
	for _, f := range files {
		if !f.in(layers...) {
			continue
		}
		if packages[f.layer()] == nil {
			packages[f.layer()] = map[string]bool{}
		}
		if _, name, below := strings.Cut(f.folder, "/"); below {
			packages[f.layer()][name] = true
		}
		for _, name := range f.imports {
			if target, ours := strings.CutPrefix(name, module); ours {
				to := strings.SplitN(target, "/", 2)[0]
				if to != f.layer() && slices.Contains(layers, to) {
					calls[[2]string{f.layer(), to}] = true
				}
			}
		}
	}
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	downwards := slices.Clone(layers)
	slices.Reverse(downwards)
	for _, layer := range downwards {
		fmt.Fprintf(&b, "    %s[\"<b>%s</b><br>%s\"]\n", layer, layer, wrapped(slices.Sorted(maps.Keys(packages[layer]))))
	}
	for _, from := range downwards {
		for _, to := range downwards {
			if calls[[2]string{from, to}] {
				fmt.Fprintf(&b, "    %s --> %s\n", from, to)
			}
		}
	}
	return b.String()
}

// wrapped splits a list into lines of seven.
func wrapped(names []string) string {
	var lines []string
	for line := range slices.Chunk(names, 7) {
		lines = append(lines, strings.Join(line, " · "))
	}
	return strings.Join(lines, "<br>")
}

// step is one call while a payment is processed: from a function of a flow to a function of the same or of another package.
type step struct{ from, to string }

// paymentPicture follows a gateway's callback from the hook through the flow that receives it, function by function, to the
// calls of domains and of the packages that insert jobs and deduplicate callbacks.
func paymentPicture(t *testing.T, files []goFile) string {
	t.Helper()
	const folder = "flow/pay"
	functions := map[string]*ast.FuncDecl{}
	imports := map[string]map[string]string{}
	for _, f := range files {
		if f.folder != folder || f.test {
			continue
		}
		named := map[string]string{}
		for _, name := range f.imports {
			if target, ours := strings.CutPrefix(name, module); ours {
				named[target[strings.LastIndex(target, "/")+1:]] = target
			}
		}
		for _, decl := range f.syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				functions[fn.Name.Name], imports[fn.Name.Name] = fn, named
			}
		}
	}
	require.Contains(t, functions, "receive")
	var steps []step
	seen := map[string]bool{}
	var follow func(name string)
	follow = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, call := range callsOf(functions[name], imports[name]) {
			if _, own := functions[call]; own {
				if leadsOut(call, functions, imports, map[string]bool{}) {
					steps = append(steps, step{name, call})
					follow(call)
				}
			} else if worthShowing(call) {
				steps = append(steps, step{name, call})
			}
		}
	}
	follow("receive")
	return drawnSteps(folder, steps)
}

// callsOf returns what a function calls, in source order: functions of its own package by name, those of other packages as
// folder.Name.
func callsOf(fn *ast.FuncDecl, imports map[string]string) (calls []string) {
	add := func(name string) {
		if !slices.Contains(calls, name) {
			calls = append(calls, name)
		}
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch callee := call.Fun.(type) {
		case *ast.Ident:
			add(callee.Name)
		case *ast.SelectorExpr:
			owner, ok := callee.X.(*ast.Ident)
			if !ok {
				return true
			}
			if folder, imported := imports[owner.Name]; imported {
				add(folder + "." + callee.Sel.Name)
			} else if fn.Recv != nil && owner.Name == fn.Recv.List[0].Names[0].Name {
				add(callee.Sel.Name)
			}
		}
		return true
	})
	return calls
}

// worthShowing reports whether a call belongs in the picture: writes of domains, other flows, the register of events, and jobs.
func worthShowing(call string) bool {
	folder, name, otherPackage := strings.Cut(call, ".")
	if !otherPackage || !ast.IsExported(name) {
		return false
	}
	writes := strings.HasPrefix(name, "Queue") || strings.HasPrefix(name, "New") && strings.HasSuffix(name, "Writer")
	return writes && (strings.HasPrefix(folder, "domain/") || strings.HasPrefix(folder, "flow/") || folder == "base/idempotency" || folder == "base/job")
}

// leadsOut reports whether a function, or one that it calls in its package, makes a call that is worth showing.
func leadsOut(name string, functions map[string]*ast.FuncDecl, imports map[string]map[string]string, seen map[string]bool) bool {
	if seen[name] {
		return false
	}
	seen[name] = true
	return slices.ContainsFunc(callsOf(functions[name], imports[name]), func(call string) bool {
		if _, own := functions[call]; own {
			return leadsOut(call, functions, imports, seen)
		}
		return worthShowing(call)
	})
}

// drawnSteps draws the called functions grouped by package.
func drawnSteps(folder string, steps []step) string {
	var b strings.Builder
	b.WriteString("flowchart LR\n    hook([\"POST /hooks/payment/{gateway}\"]) --> pay_receive\n")
	groups := map[string][]string{}
	for _, s := range append([]step{{"", "receive"}}, steps...) {
		group, name, otherPackage := strings.Cut(s.to, ".")
		if !otherPackage {
			group, name = folder, s.to
		}
		if !slices.Contains(groups[group], name) {
			groups[group] = append(groups[group], name)
		}
	}
	node := func(group, name string) string { return group[strings.LastIndex(group, "/")+1:] + "_" + name }
	for _, group := range slices.SortedFunc(maps.Keys(groups), func(a, b string) int {
		return cmp.Or(slices.Index(layers, b[:strings.Index(b, "/")])-slices.Index(layers, a[:strings.Index(a, "/")]), strings.Compare(a, b))
	}) {
		fmt.Fprintf(&b, "    subgraph %s\n", group)
		for _, name := range groups[group] {
			fmt.Fprintf(&b, "        %s[%s]\n", node(group, name), name)
		}
		b.WriteString("    end\n")
	}
	for _, s := range steps {
		group, name, otherPackage := strings.Cut(s.to, ".")
		if !otherPackage {
			group, name = folder, s.to
		}
		fmt.Fprintf(&b, "    %s --> %s\n", node(folder, s.from), node(group, name))
	}
	return b.String()
}
