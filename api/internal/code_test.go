package internal_test

import (
	"go/constant"
	"go/types"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// code is the product as a graph of functions.
type code struct {
	// functions are the functions of this module, including their generic instances.
	functions map[*ssa.Function]bool
	// methods are the methods of all types by name.
	methods map[string][]*ssa.Function
	// initial lists the values from which a package variable is initialised.
	initial map[*ssa.Global][]ssa.Value
}

var loaded = sync.OnceValues(func() (code, error) {
	c := code{functions: map[*ssa.Function]bool{}, methods: map[string][]*ssa.Function{}, initial: map[*ssa.Global][]ssa.Value{}}
	found, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "./...", "../cmd/loanmarket")
	if err != nil {
		return code{}, err
	}
	for _, p := range found {
		for _, wrong := range p.Errors {
			return code{}, wrong
		}
	}
	program, _ := ssautil.Packages(found, ssa.InstantiateGenerics)
	program.Build()
	for f := range ssautil.AllFunctions(program) {
		if !ours(f) {
			continue
		}
		c.functions[f] = true
		if f.Signature.Recv() != nil && f.Synthetic == "" {
			c.methods[f.Name()] = append(c.methods[f.Name()], f)
		}
		if f.Name() == "init" {
			c.variables(f)
		}
	}
	return c, nil
})

func load(t *testing.T) code {
	t.Helper()
	c, err := loaded()
	require.NoError(t, err)
	require.Greater(t, len(c.functions), 1000)
	return c
}

// ours reports whether a function is defined in this module. The catalogue of reasons is excluded, because it names all
// reasons.
func ours(f *ssa.Function) bool {
	for f.Parent() != nil {
		f = f.Parent()
	}
	if f.Origin() != nil {
		f = f.Origin()
	}
	of := ""
	switch {
	case f.Pkg != nil:
		of = f.Pkg.Pkg.Path()
	case f.Object() != nil && f.Object().Pkg() != nil:
		of = f.Object().Pkg().Path()
	}
	return strings.HasPrefix(of+"/", module) && of != module+"base/reason"
}

// reached returns all functions that the given ones name, call, or call through an interface, and transitively those that these
// reach.
func (c code) reached(from []*ssa.Function) map[*ssa.Function]bool {
	reached := map[*ssa.Function]bool{}
	for next := from; len(next) > 0; {
		f := next[0]
		next = next[1:]
		if reached[f] || !ours(f) {
			continue
		}
		reached[f] = true
		for _, in := range instructions(f) {
			if call, is := in.(ssa.CallInstruction); is && call.Common().IsInvoke() {
				next = append(next, c.behind(call.Common())...)
			}
			for _, operand := range in.Operands(nil) {
				if named, is := (*operand).(*ssa.Function); is {
					next = append(next, named)
				}
				if variable, is := (*operand).(*ssa.Global); is {
					for _, v := range c.initial[variable] {
						if named, is := v.(*ssa.Function); is {
							next = append(next, named)
						}
					}
				}
			}
		}
	}
	return reached
}

// behind returns the methods that a call through an interface may invoke.
func (c code) behind(call *ssa.CallCommon) (found []*ssa.Function) {
	kind, is := call.Value.Type().Underlying().(*types.Interface)
	// The text of an error is for the log.
	if !is || call.Method.Name() == "Error" {
		return nil
	}
	for _, f := range c.methods[call.Method.Name()] {
		if of := f.Signature.Recv().Type(); types.Implements(of, kind) || types.Implements(types.NewPointer(of), kind) {
			found = append(found, f)
		}
	}
	return found
}

// variables records the values from which a package's init fills its variables.
func (c code) variables(init *ssa.Function) {
	for _, in := range instructions(init) {
		if store, is := in.(*ssa.Store); is {
			if variable, is := store.Addr.(*ssa.Global); is {
				c.gather(variable, store.Val, map[ssa.Value]bool{})
			}
		}
	}
}

func (c code) gather(variable *ssa.Global, v ssa.Value, seen map[ssa.Value]bool) {
	if _, other := v.(*ssa.Global); v == nil || other || seen[v] {
		return
	}
	seen[v] = true
	c.initial[variable] = append(c.initial[variable], v)
	parts := func(in ssa.Instruction) {
		for _, operand := range in.Operands(nil) {
			c.gather(variable, *operand, seen)
		}
	}
	if made, is := v.(ssa.Instruction); is {
		parts(made)
	}
	// Maps and arrays are filled after they have been created.
	if v.Referrers() != nil {
		for _, user := range *v.Referrers() {
			parts(user)
		}
	}
}

func instructions(f *ssa.Function) (all []ssa.Instruction) {
	for _, block := range f.Blocks {
		all = append(all, block.Instrs...)
	}
	return all
}

// text returns the value of a constant string, "" for anything else.
func text(v ssa.Value) string {
	if c, is := v.(*ssa.Const); is && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}

// function returns the function that a value refers to, by name or as a method value.
func function(v ssa.Value) *ssa.Function {
	if converted, is := v.(*ssa.ChangeType); is {
		v = converted.X
	}
	if closure, is := v.(*ssa.MakeClosure); is {
		v = closure.Fn
	}
	f, _ := v.(*ssa.Function)
	return f
}
