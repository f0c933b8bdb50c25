package postgres_test

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/migrations"
)

// careful is the first migration that has to follow the rules for a market in use. Older ones have already run everywhere.
const careful = "000086"

// allowed are the migrations that may break the rules, with the reason. A migration that completes a change of an earlier
// release is listed with the release beside whose processes it may run.
var allowed = map[string]string{
	"000227": "it has already run, and 241 restores the default",
}

var (
	lineComment = regexp.MustCompile(`(?m)--.*$`)
	newTable    = regexp.MustCompile(`(?i)CREATE TABLE (?:IF NOT EXISTS )?(\S+)`)
	newIndex    = regexp.MustCompile(`(?i)CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?\S+ ON (?:ONLY )?(\S+)`)
	dropIndex   = regexp.MustCompile(`(?i)DROP INDEX `)
	altered     = regexp.MustCompile(`(?is)ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+)(.*)`)
	cheap       = regexp.MustCompile(`(?i)NOT VALID|USING INDEX`)
	narrows     = regexp.MustCompile(`(?is)\bALTER (?:COLUMN )?\S+ (?:DROP DEFAULT|SET NOT NULL)`)
	addsColumn  = regexp.MustCompile(`(?is)\bADD COLUMN [^,]*`)
	neverNull   = regexp.MustCompile(`(?i)\bNOT NULL\b`)
	hasValue    = regexp.MustCompile(`(?i)\bDEFAULT\b|\bGENERATED\b`)
	fills       = regexp.MustCompile(`(?is)\bUPDATE (?:ONLY )?(\w+) (?:(?:AS )?\w+ )?SET\b|\bDELETE FROM (?:ONLY )?(\w+)`)
	function    = regexp.MustCompile(`(?s)\bAS \$\$.*?\$\$`)
	scans       = regexp.MustCompile(`(?is)\bSET NOT NULL|\bALTER COLUMN \S+ (?:SET DATA )?TYPE\b|\bADD (?:CONSTRAINT \S+ )?(?:CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|EXCLUDE)\b`)
)

// objections returns what a migration does that would block a market in use for as long as its largest table takes, or would
// make writes of the previous release fail.
func objections(file string) (all []string) {
	if postgres.Concurrent(file) != "" {
		if statements(file) > 1 {
			all = append(all, "CONCURRENTLY cannot run in a transaction: put it alone in a file")
		}
		return all
	}
	made := map[string]bool{}
	for _, match := range newTable.FindAllStringSubmatch(file, -1) {
		made[match[1]] = true
	}
	text := function.ReplaceAllString(lineComment.ReplaceAllString(file, ""), "")
	locks, filled := "", ""
	for _, statement := range strings.Split(text, ";") {
		if match := newIndex.FindStringSubmatch(statement); match != nil && !made[match[1]] {
			all = append(all, "create the index on "+match[1]+", which may have rows, CONCURRENTLY in its own file")
		}
		if dropIndex.MatchString(statement) {
			all = append(all, "drop an index CONCURRENTLY in its own file")
		}
		if match := altered.FindStringSubmatch(statement); match != nil && !made[match[1]] && scans.MatchString(match[2]) && !cheap.MatchString(match[2]) {
			all = append(all, "a change of "+match[1]+" scans or rewrites the table under its lock: add it NOT VALID, and validate it in a later file")
		}
		if match := altered.FindStringSubmatch(statement); match != nil && !made[match[1]] {
			locks = match[1]
			if narrows.MatchString(match[2]) || slices.ContainsFunc(addsColumn.FindAllString(match[2], -1), unset) {
				all = append(all, "the previous release inserts into "+match[1]+" without the column: keep a default until a later release")
			}
		}
		if match := fills.FindStringSubmatch(statement); match != nil && !made[match[1]+match[2]] {
			filled = match[1] + match[2]
		}
	}
	if locks != "" && filled != "" {
		all = append(all, "reads of "+locks+" are blocked while rows of "+filled+" are changed: change them in their own file")
	}
	return all
}

// unset reports whether every insert has to set a new column.
func unset(column string) bool { return neverNull.MatchString(column) && !hasValue.MatchString(column) }

func statements(file string) (n int) {
	for _, statement := range strings.Split(lineComment.ReplaceAllString(file, ""), ";") {
		if strings.TrimSpace(statement) != "" {
			n++
		}
	}
	return n
}

func TestNewMigrationsFollowTheRules(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(migrations.FS, "*.up.sql")
	require.NoError(t, err)
	for _, name := range names {
		text, err := fs.ReadFile(migrations.FS, name)
		require.NoError(t, err)
		number, _, _ := strings.Cut(name, "_")
		if _, may := allowed[number]; name >= careful && !may {
			assert.Empty(t, objections(string(text)), name)
		}
	}
}

func TestMigrationRulesAreRecognised(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]int{
		"-- why\nCREATE INDEX CONCURRENTLY a ON loan (b);\n":                                                                0,
		"CREATE INDEX CONCURRENTLY a ON loan (b); ALTER TABLE loan ADD c int;":                                              1,
		"CREATE INDEX a ON loan (b);":                                                                                       1,
		"CREATE UNIQUE INDEX a ON loan (b);":                                                                                1,
		"CREATE TABLE new (b int); CREATE INDEX a ON new (b);":                                                              0,
		"ALTER TABLE loan ADD COLUMN c int;":                                                                                0,
		"ALTER TABLE loan ADD CONSTRAINT c CHECK (principal > 1);":                                                          1,
		"ALTER TABLE loan ADD CONSTRAINT c CHECK (principal > 1) NOT VALID;":                                                0,
		"ALTER TABLE loan ADD CONSTRAINT c PRIMARY KEY USING INDEX a;":                                                      0,
		"ALTER TABLE loan ALTER COLUMN principal SET NOT NULL;":                                                             2,
		"ALTER TABLE loan ALTER principal DROP DEFAULT;":                                                                    1,
		"ALTER TABLE loan ALTER COLUMN principal DROP NOT NULL;":                                                            0,
		"ALTER TABLE loan ALTER COLUMN principal SET DEFAULT 0;":                                                            0,
		"ALTER TABLE loan ADD COLUMN c int NOT NULL;":                                                                       1,
		"ALTER TABLE loan ADD COLUMN c int NOT NULL DEFAULT 0;":                                                             0,
		"ALTER TABLE loan ADD COLUMN c int DEFAULT 0, ADD COLUMN d int NOT NULL;":                                           1,
		"CREATE TABLE new (b int); ALTER TABLE new ALTER COLUMN b SET NOT NULL;":                                            0,
		"ALTER TABLE loan ADD COLUMN c int; UPDATE loan SET c = 1;":                                                         1,
		"ALTER TABLE loan ADD COLUMN c int; UPDATE disbursement d SET state = 'paid';":                                      1,
		"ALTER TABLE loan ADD COLUMN c int; DELETE FROM loan WHERE principal = 1;":                                          1,
		"ALTER TABLE loan ADD COLUMN c int; DO $$ BEGIN UPDATE loan SET c = 1; END $$;":                                     1,
		"ALTER TABLE loan ADD COLUMN c int; CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN UPDATE loan SET c = 1; END $$;": 0,
		"UPDATE loan SET principal = 1;":                                                                                    0,
		"CREATE TABLE new (b int); UPDATE new SET b = 1; ALTER TABLE loan ADD c int;":                                       0,
		"ALTER TABLE loan ALTER COLUMN principal TYPE int;":                                                                 1,
		"ALTER TABLE loan ADD FOREIGN KEY (member_id) REFERENCES member (id);":                                              1,
		"DROP INDEX a;": 1, "DROP INDEX CONCURRENTLY a;": 0,
	} {
		assert.Len(t, objections(file), want, file)
	}
}
