package internal_test

import (
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// strongLock matches the lock for deleting a row or changing its key. It blocks every insert of a child row, because a foreign
// key check takes FOR KEY SHARE on the parent: two transactions that each hold one and insert children of the other's parent
// deadlock. Except when an operator changes the phone number of an account, which is rare, no statement here changes a key, so
// FOR NO KEY UPDATE serialises the same writers and allows inserts of children.
var strongLock = regexp.MustCompile(`(?i)\bFOR\s+UPDATE\b`)

func TestNoStatementLocksRowsForUpdate(t *testing.T) {
	t.Parallel()
	for _, f := range parse(t) {
		// A test may take the lock, to show which statements do not wait for it.
		if strings.HasSuffix(f.path, "_test.go") {
			continue
		}
		f.texts(func(at token.Position, text string) {
			assert.False(t, strongLock.MatchString(text), "%s: lock rows with FOR NO KEY UPDATE", at)
		})
	}
	files, err := filepath.Glob("../../migrations/*.up.sql")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.False(t, strongLock.Match(text), "%s: lock rows with FOR NO KEY UPDATE", file)
	}
}

func TestStrongLocksAreRecognised(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"SELECT FROM loan_order FOR UPDATE": true, "select id from a for\n\tupdate of a": true, "LIMIT 1 FOR UPDATE SKIP LOCKED": true,
		"SELECT FROM loan_order FOR NO KEY UPDATE": false, "ON CONFLICT DO UPDATE SET": false, "FOR EACH ROW": false,
	} {
		assert.Equal(t, want, strongLock.MatchString(text), text)
	}
}

// takesLoan matches the calls that lock a loan.
var takesLoan = regexp.MustCompile(`\bloan\.QueueLock(All)?Running\(`)

// The time of an event of a loan is read under the loan's lock, and what the lock returns is the only time with which an event
// can be booked. A lock that is taken otherwise would leave its holder with a time from before it.
func TestOnlyServicingLocksALoan(t *testing.T) {
	t.Parallel()
	found := 0
	for _, f := range parse(t) {
		if f.test {
			continue
		}
		source, err := os.ReadFile(f.path)
		require.NoError(t, err)
		if takesLoan.Match(source) {
			found++
			assert.Equal(t, "flow/servicing", f.folder, "%s: lock a loan with servicing.LockLoan or servicing.LockFacts", f.path)
		}
	}
	require.Positive(t, found)
}
