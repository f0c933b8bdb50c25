// Package internal_test tests the architecture: import directions, which package writes which table, which clock business code
// uses, and the size and number of packages and files.
package internal_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	module   = "github.com/loanmarket/loanmarket/api/internal/"
	maxLines = 600
)

// layers from the bottom up. A package may import lower layers. Within a layer only packages of base and flow (flows share
// steps) may import each other, and the doors as listed in doors.
var layers = []string{"base", "gateway", "domain", "flow", "door"}

// sharing are the layers whose packages may import each other.
var sharing = []string{"base", "flow"}

// doors lists which door may import which: everything served over HTTP is registered on the server, and a page contains data
// that the API would return.
var doors = map[string][]string{
	"door/api": {"door/server"}, "door/hooks": {"door/server"}, "door/pages": {"door/server", "door/api"},
}

// above lists the packages above the layers, from the bottom up: the development stack, the composition of the product, and
// test helpers. The layers import none of them.
var above = []string{"devstack", "app", "test"}

// forTests reports whether a package is a test helper. Test helpers may start servers, and only _test.go files and other
// helpers may import them.
func forTests(folder string) bool { return strings.HasPrefix(folder, "test/") }

// goFile is one parsed file.
type goFile struct {
	path    string // relative to api/internal
	folder  string
	test    bool
	imports []string
	syntax  *ast.File
	set     *token.FileSet
}

func (f goFile) layer() string { return strings.SplitN(f.folder, "/", 2)[0] }

// in reports whether the file is non-test code of one of the layers.
func (f goFile) in(layers ...string) bool {
	return !f.test && slices.Contains(layers, f.layer()) && !forTests(f.folder)
}

func parse(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		f := goFile{
			path: filepath.ToSlash(path), folder: filepath.ToSlash(filepath.Dir(path)),
			test: strings.HasSuffix(path, "_test.go"), syntax: syntax, set: set,
		}
		for _, spec := range syntax.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			f.imports = append(f.imports, name)
		}
		files = append(files, f)
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// texts calls visit with the file's string literals and their positions.
func (f goFile) texts(visit func(at token.Position, text string)) {
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				visit(f.set.Position(literal.Pos()), text)
			}
		}
		return true
	})
}

func TestImportsFollowLayers(t *testing.T) {
	t.Parallel()
	floors := slices.Concat(layers, above)
	for _, f := range parse(t) {
		from := slices.Index(floors, f.layer())
		if f.folder == "." {
			continue
		}
		require.GreaterOrEqual(t, from, 0, "%s is in no layer", f.path)
		for _, name := range f.imports {
			target, ours := strings.CutPrefix(name, module)
			if !ours || (f.test && forTests(target)) {
				continue
			}
			assert.True(t, !forTests(target) || forTests(f.folder), "%s: only tests may import %s", f.path, target)
			to := slices.Index(floors, strings.SplitN(target, "/", 2)[0])
			assert.GreaterOrEqual(t, to, 0, "%s imports %s, which is in no layer", f.path, target)
			assert.LessOrEqual(t, to, from, "%s (%s) imports %s, which is in a higher layer", f.path, f.layer(), target)
			if to != from || !slices.Contains(layers, f.layer()) || slices.Contains(sharing, f.layer()) || f.test && f.layer() == "door" {
				continue
			}
			if !slices.Contains(doors[f.folder], target) {
				assert.Equal(t, unit(f.folder), unit(target), "%s imports %s: packages of layer %s must not import each other", f.path, target, f.layer())
			}
		}
	}
}

// Test helpers start servers and import base. Therefore base is tested from outside, as package x_test, so that it imports
// nothing of them.
func TestBaseUsesExternalTestPackages(t *testing.T) {
	t.Parallel()
	for _, f := range parse(t) {
		if f.layer() != "base" || strings.HasSuffix(f.syntax.Name.Name, "_test") {
			continue
		}
		for _, name := range f.imports {
			target, ours := strings.CutPrefix(name, module)
			assert.False(t, ours && forTests(target), "%s: import %s only from package %s_test", f.path, target, f.syntax.Name.Name)
		}
	}
}

// steps are the flows with a single file: each is one step of an order.
var steps = []string{"flow/apply", "flow/confirm", "flow/cancel", "flow/changecard", "flow/expire"}

func TestOnlyOrderStepsAreFlowsOfOneFile(t *testing.T) {
	t.Parallel()
	files := map[string]int{}
	for _, f := range parse(t) {
		if f.layer() == "flow" && !f.test {
			files[f.folder]++
		}
	}
	require.NotEmpty(t, files)
	for folder, n := range files {
		assert.True(t, n > 1 || slices.Contains(steps, folder), "%s has only one file: move it into the flow that it changes with", folder)
	}
}

// unit returns the first two parts of a path: domain/loan for domain/loan/terms.
func unit(folder string) string {
	parts := strings.SplitN(folder, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

func TestOnlyDoorAndDevstackImportFiber(t *testing.T) {
	t.Parallel()
	for _, f := range parse(t) {
		for _, name := range f.imports {
			if strings.HasPrefix(name, "github.com/gofiber/") {
				assert.Contains(t, []string{"door", "devstack"}, f.layer(), f.path)
			}
		}
	}
}

// A row with many columns is read by column names (postgres.Rows and the like): with targets by position, inserting a column in
// between would silently assign values to the wrong targets.
func TestWideRowsAreReadByName(t *testing.T) {
	t.Parallel()
	const widest = 4
	for _, f := range parse(t) {
		if !f.in(layers...) {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if method, ok := call.Fun.(*ast.SelectorExpr); ok && method.Sel.Name == "Scan" {
				assert.LessOrEqual(t, len(call.Args), widest, "%s", f.set.Position(call.Pos()))
			}
			return true
		})
	}
}

var databaseTime = regexp.MustCompile(`(?i)\b(now\s*\(\s*\)|current_timestamp|current_date|localtimestamp|clock_timestamp|statement_timestamp|transaction_timestamp)`)

func TestBusinessTimeIsAParameter(t *testing.T) {
	t.Parallel()
	for _, f := range parse(t) {
		if !f.in("domain", "flow") {
			continue
		}
		f.texts(func(at token.Position, text string) {
			assert.False(t, databaseTime.MatchString(text), "%s: pass business time as a parameter instead of using the time of the database", at)
		})
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if name, ok := call.X.(*ast.Ident); ok && name.Name == "time" {
				assert.NotContains(t, []string{"Now", "Since", "Until"}, call.Sel.Name,
					"%s: use a clock.Clock, or clock.Wall for wall time", f.set.Position(call.Pos()))
			}
			return true
		})
	}
}

var writes = regexp.MustCompile(`(?i)\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+([a-z_]+)`)

// keywords may follow UPDATE where no table is named: ON CONFLICT DO UPDATE SET, FOR NO KEY UPDATE OF, ... SKIP LOCKED.
var keywords = []string{"set", "of", "skip", "nowait"}

func TestEachTableHasOneWriter(t *testing.T) {
	t.Parallel()
	owner := map[string]string{}
	for _, f := range parse(t) {
		if !f.in("base", "gateway", "domain", "flow") {
			continue
		}
		f.texts(func(at token.Position, text string) {
			for _, match := range writes.FindAllStringSubmatch(text, -1) {
				table := match[1]
				// Any statement that reads audited data may insert into the log.
				if slices.Contains(keywords, strings.ToLower(table)) || !isTable(table) || table == "audit_log" {
					continue
				}
				first, known := owner[table]
				assert.True(t, !known || first == unit(f.folder), "%s writes %s, which belongs to %s", at, table, first)
				owner[table] = unit(f.folder)
			}
		})
	}
	require.NotEmpty(t, owner)
}

var reads = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|USING)\s+([a-z_]+)`)

// A package that does not own a table reads a view that its owner publishes, so that the table can change without affecting it.
func TestEachTableIsReadByItsOwner(t *testing.T) {
	t.Parallel()
	files, owner := parse(t), map[string]string{}
	visit := func(pattern *regexp.Regexp, found func(f goFile, at token.Position, table string)) {
		for _, f := range files {
			if !f.in(layers...) {
				continue
			}
			f.texts(func(at token.Position, text string) {
				for _, match := range pattern.FindAllStringSubmatch(text, -1) {
					// Every package may insert into the log, but only one reads it.
					if isTable(match[1]) && match[1] != "audit_log" {
						found(f, at, match[1])
					}
				}
			})
		}
	}
	visit(writes, func(f goFile, _ token.Position, table string) { owner[table] = unit(f.folder) })
	require.NotEmpty(t, owner)
	visit(reads, func(f goFile, at token.Position, table string) {
		// A table that no code writes is maintained by the database and may be read by anyone.
		if owner[table] != "" {
			assert.Equal(t, owner[table], unit(f.folder), "%s reads %s, which belongs to another package", at, table)
		}
	})
}

// formats are files that format numbers, dates and durations for readers, and names as banks do: grammar, but no sentences that
// a translator would edit.
var formats = []string{"base/money/format.go", "base/lang/wait.go", "base/lang/oneline.go", "gateway/payment/name.go"}

func TestTranslatedTextsAreInTheCatalogue(t *testing.T) {
	t.Parallel()
	for _, f := range parse(t) {
		if !f.in(layers...) || slices.Contains(formats, f.path) {
			continue
		}
		f.texts(func(at token.Position, text string) {
			// A language's own name is never translated.
			if text != "ไทย" && text != "简体中文" {
				assert.False(t, strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Thai, unicode.Han) }), "%s: move the text to base/texts", at)
			}
		})
	}
}

// Checks that the patterns match what they are meant to find.
func TestPatternsMatchAsIntended(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"SELECT now()": true, "due < CURRENT_DATE": true, "SELECT known()": false, "VALUES ($1, $2)": false, "at > now ()": true,
	} {
		assert.Equal(t, want, databaseTime.MatchString(text), text)
	}
	for text, want := range map[string]string{
		"WITH a AS (\n\tUPDATE loan SET x = 1)": "loan", "insert into\nbank_card (a)": "bank_card", "DELETE FROM session WHERE a": "session",
	} {
		assert.Equal(t, want, writes.FindStringSubmatch(text)[1], text)
	}
	assert.True(t, isTable("idempotency_key"))
	assert.False(t, isTable("set"))
}

var tables = func() []string {
	var names []string
	create := regexp.MustCompile(`(?i)CREATE TABLE (?:IF NOT EXISTS )?([a-z_]+)`)
	files, _ := filepath.Glob("../../migrations/*.up.sql")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		for _, match := range create.FindAllSubmatch(text, -1) {
			names = append(names, string(match[1]))
		}
	}
	return names
}()

func isTable(name string) bool { return slices.Contains(tables, name) }

// sources are the folders with handwritten files.
var sources = []string{"../../api", "../../mobile/src", "../../mobile/e2e", "../../mobile/scripts", "../../shared-types/src", "../../migrations"}

func TestFilesStayShort(t *testing.T) {
	t.Parallel()
	kinds := []string{".go", ".ts", ".tsx", ".css", ".sql", ".mjs", ".js", ".java", ".swift"}
	for _, root := range sources {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if os.IsNotExist(err) {
				return nil
			}
			if err != nil {
				return err
			}
			if d.IsDir() && slices.Contains([]string{"node_modules", "dist"}, d.Name()) {
				return fs.SkipDir
			}
			if d.IsDir() || !slices.Contains(kinds, filepath.Ext(path)) || strings.Contains(d.Name(), ".gen.") {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			assert.LessOrEqual(t, bytes.Count(text, []byte("\n")), maxLines, "%s is too long: split it", path)
			return nil
		})
		require.NoError(t, err)
	}
}
