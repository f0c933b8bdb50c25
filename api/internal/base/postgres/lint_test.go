package postgres_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/migrations"
)

// careful is the first migration that keeps the rules of a market in use. Older ones have run.
const careful = "000086"

var (
	lineComment = regexp.MustCompile(`(?m)--.*$`)
	newTable    = regexp.MustCompile(`(?i)CREATE TABLE (?:IF NOT EXISTS )?(\S+)`)
	newIndex    = regexp.MustCompile(`(?i)CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?\S+ ON (?:ONLY )?(\S+)`)
	dropIndex   = regexp.MustCompile(`(?i)DROP INDEX `)
	altered     = regexp.MustCompile(`(?is)ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+)(.*)`)
	cheap       = regexp.MustCompile(`(?i)NOT VALID|USING INDEX`)
	scans       = regexp.MustCompile(`(?is)\bSET NOT NULL|\bALTER COLUMN \S+ (?:SET DATA )?TYPE\b|\bADD (?:CONSTRAINT \S+ )?(?:CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|EXCLUDE)\b`)
)

// objections are what a migration does that would keep a market in use waiting, for as long as its largest table takes.
func objections(file string) (all []string) {
	if postgres.Concurrent(file) != "" {
		if statements(file) > 1 {
			all = append(all, "CONCURRENTLY is no transaction's: it stands alone in its file")
		}
		return all
	}
	made := map[string]bool{}
	for _, match := range newTable.FindAllStringSubmatch(file, -1) {
		made[match[1]] = true
	}
	for _, statement := range strings.Split(lineComment.ReplaceAllString(file, ""), ";") {
		if match := newIndex.FindStringSubmatch(statement); match != nil && !made[match[1]] {
			all = append(all, "an index on "+match[1]+", which may have rows, is made CONCURRENTLY in a file of its own")
		}
		if dropIndex.MatchString(statement) {
			all = append(all, "an index is dropped CONCURRENTLY in a file of its own")
		}
		if match := altered.FindStringSubmatch(statement); match != nil && !made[match[1]] && scans.MatchString(match[2]) && !cheap.MatchString(match[2]) {
			all = append(all, "a change of "+match[1]+" reads or writes all of it under its lock: add it NOT VALID, and validate it in a later file")
		}
	}
	return all
}

func statements(file string) (n int) {
	for _, statement := range strings.Split(lineComment.ReplaceAllString(file, ""), ";") {
		if strings.TrimSpace(statement) != "" {
			n++
		}
	}
	return n
}

func TestNewMigrationsKeepNobodyWaiting(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(migrations.FS, "*.up.sql")
	require.NoError(t, err)
	for _, name := range names {
		text, err := fs.ReadFile(migrations.FS, name)
		require.NoError(t, err)
		if name >= careful {
			assert.Empty(t, objections(string(text)), name)
		}
	}
}

func TestWhatAMigrationMayNotDoIsSeen(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]int{
		"-- why\nCREATE INDEX CONCURRENTLY a ON loan (b);\n":                   0,
		"CREATE INDEX CONCURRENTLY a ON loan (b); ALTER TABLE loan ADD c int;": 1,
		"CREATE INDEX a ON loan (b);":                                          1,
		"CREATE UNIQUE INDEX a ON loan (b);":                                   1,
		"CREATE TABLE new (b int); CREATE INDEX a ON new (b);":                 0,
		"ALTER TABLE loan ADD COLUMN c int;":                                   0,
		"ALTER TABLE loan ADD CONSTRAINT c CHECK (principal > 1);":             1,
		"ALTER TABLE loan ADD CONSTRAINT c CHECK (principal > 1) NOT VALID;":   0,
		"ALTER TABLE loan ADD CONSTRAINT c PRIMARY KEY USING INDEX a;":         0,
		"ALTER TABLE loan ALTER COLUMN principal SET NOT NULL;":                1,
		"ALTER TABLE loan ALTER COLUMN principal TYPE int;":                    1,
		"ALTER TABLE loan ADD FOREIGN KEY (member_id) REFERENCES member (id);": 1,
		"DROP INDEX a;": 1, "DROP INDEX CONCURRENTLY a;": 0,
	} {
		assert.Len(t, objections(file), want, file)
	}
}
