package ops_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

func TestProductIsShownChangedAndSaved(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	out := d.run(t, "product", "list")
	require.Equal(t, []string{"CODE", "STATUS", "VERSION", "LENDER", "NAME", "FROM", "TO", "TERMS DAYS", "ANNUAL RATE BPS", "MIN SCORE", "LISTED ONLY"}, head(t, out))
	require.Equal(t, []string{"quick", "active", "1", "lotus", "Vay nhanh", "2,000,000 ₫", "15,000,000 ₫", "[91 120 180]", "1500", "0", "no"},
		row(t, out, "quick"))

	file := d.run(t, "product", "show", "quick")
	require.Contains(t, file, "annualRateBps: 1500")
	changed := save(t, strings.Replace(file, "annualRateBps: 1500", "annualRateBps: 1600", 1))
	require.Equal(t, "Saved 1 products: quick\n", d.run(t, "product", "save", changed))
	require.Equal(t, 1, d.logged(t, "product.save"))
	p, err := product.ByCode("quick").Read(t.Context(), d.Pool)
	require.NoError(t, err)
	require.Equal(t, int64(1600), p.Current.AnnualRateBps)
	require.Equal(t, 2, p.Current.Number)

	dear := save(t, strings.Replace(strings.Replace(file, "annualRateBps: 1500", "annualRateBps: 9000", 1), "graceDays: 3", "graceDays: -1", 1))
	require.Contains(t, d.refused(t, "product", "save", dear), "above the cap")
	require.Contains(t, d.refused(t, "product", "save", save(t, "products: [{ cod: x }]")), "cod")
	require.Contains(t, d.refused(t, "product", "save", "/nowhere.yaml"), "/nowhere.yaml")
	require.NotEmpty(t, d.refused(t, "product", "show", "none"))
}

// Orders and the waiting times after refusals belong to a product and its lender.
func TestProductCannotChangeItsLender(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	file := d.run(t, "product", "show", "quick")
	moved := lenderVersion.ReplaceAllString(strings.ReplaceAll(file, "lotus", "rose"), "")
	require.Contains(t, d.refused(t, "product", "save", save(t, moved)), "quick: product: cannot be saved: it belongs to lender lotus")
	after, err := product.ByCode("quick").Read(t.Context(), d.Pool)
	require.NoError(t, err)
	require.Equal(t, 1, after.Current.Number)
	require.Equal(t, "lotus", after.Lender.Code)
	moved = strings.Replace(moved, "code: quick", "code: quick-rose", 1)
	require.Contains(t, d.refused(t, "product", "save", save(t, moved)), "there is no product with that code")
	moved = strings.Replace(moved, "    version: 1\n", "", 1)
	require.Equal(t, "Saved 1 products: quick-rose\n", d.run(t, "product", "save", save(t, moved)))
}

// A file is saved as a whole or not at all.
func TestFailedSaveChangesNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	file := d.run(t, "product", "show", "quick")
	broken := strings.Replace(file, "Công ty Tài chính Lotus", "Renamed", 1)
	broken = strings.Replace(broken, "annualRateBps: 1500", "annualRateBps: 9000", 1)
	require.Contains(t, broken, "Renamed")
	require.Contains(t, d.refused(t, "product", "save", save(t, broken)), "annual rate of 9000 bps")
	require.NotContains(t, d.run(t, "lender", "list"), "Renamed")
	require.Zero(t, d.logged(t, "lender.save"))
}

// Fifty thousand baht for a year exceed what a Thai lender may lend, in amount and in term.
func TestProductAboveTheRegionsCapsIsNotSaved(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	lawful := lenderVersion.ReplaceAllString(strings.NewReplacer("region: vi", "region: th", "code: lotus", "code: ratri", "lender: lotus", "lender: ratri", "code: quick", "code: th-quick", "    version: 1\n", "", "maxAmount: 15000000", "maxAmount: 2000000",
		"extensionMax: 2", "extensionMax: 0", "extensionDays: 15", "extensionDays: 0", "annualRateBps: 1500", "annualRateBps: 1000", "serviceFeeBps: 200", "serviceFeeBps: 0", "overdueFeeBpsDay: 6", "overdueFeeBpsDay: 2").
		Replace(d.run(t, "product", "show", "quick")), "")
	said := d.refused(t, "product", "save", save(t, strings.NewReplacer("maxAmount: 2000000", "maxAmount: 5000000", "- 180", "- 365").Replace(lawful)))
	require.Contains(t, said, "amounts up to 5000000 are above the cap of 2000000 (Bank of Thailand")
	require.Contains(t, said, "a term of 365 days with 0 extensions of 0 is above the cap of 181 days")
	d.run(t, "product", "save", save(t, lawful))
}

func TestProductIsSuspendedAndResumed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.Equal(t, "quick is suspended\n", d.run(t, "product", "suspend", "quick"))
	require.Equal(t, "suspended", row(t, d.run(t, "product", "list"), "quick")[1])
	require.Equal(t, "quick is active\n", d.run(t, "product", "resume", "quick"))
	require.Equal(t, 2, d.logged(t, "product.status"))
	require.NotEmpty(t, d.refused(t, "product", "suspend", "none"))

	// Only the colleague who suspended a product knows why, so nobody else ends the suspension unnoticed, even if both
	// type at the same time.
	ben := func(line ...string) error {
		_, err := d.typed(t, append([]string{"--by=ben", "product"}, line...)...)
		return err
	}
	d.run(t, "product", "suspend", "quick")
	require.ErrorContains(t, ben("resume", "quick"), "it is suspended by anna since ")
	require.ErrorContains(t, ben("resume", "quick", "--suspended-by=carol"), "it is suspended by anna since ")
	require.Equal(t, "suspended", row(t, d.run(t, "product", "list"), "quick")[1])
	require.NoError(t, ben("suspend", "quick"))
	require.Contains(t, d.refused(t, "product", "resume", "quick"), "it is suspended by ben since ", "another operator suspended it last")
	require.Equal(t, "quick is active\n", d.run(t, "product", "resume", "quick", "--suspended-by=ben"))
	require.NoError(t, ben("resume", "quick"), "the product is already active")
}

// ben suspends a product at the moment at which anna ends what she takes for an older suspension. She is told of his.
func TestResumeDetectsAConcurrentSuspension(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	err := d.held(t, `
		WITH held AS (UPDATE loan_product SET status = 'suspended' WHERE code = 'quick' AND $1::uuid IS NOT NULL)
		INSERT INTO audit_log (at, actor, action, subject, detail) VALUES (now(), 'ops:ben', 'product.status', 'product:quick', '{"status": "suspended"}')`,
		"UPDATE loan_product SET status", uuid.New(), "product", "resume", "quick", "--suspended-by=carol")
	require.ErrorContains(t, err, "it is suspended by ben since ")
	require.Equal(t, "suspended", row(t, d.run(t, "product", "list"), "quick")[1])
}

// anna changes the rate of a product and suspends it. ben saves the file that he was shown before, with other grace
// days.
func TestSaveOfAnOutdatedFileIsRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	bens := d.run(t, "product", "show", "quick")
	d.run(t, "product", "save", save(t, strings.Replace(bens, "annualRateBps: 1500", "annualRateBps: 1490", 1)))
	d.run(t, "product", "suspend", "quick")
	bens = strings.Replace(bens, "graceDays: 3", "graceDays: 4", 1)
	require.Contains(t, d.refused(t, "product", "save", save(t, bens)), "it is at version 2, but the file was made from version 1")

	current := d.run(t, "product", "show", "quick")
	require.Contains(t, current, "version: 2\n")
	require.Contains(t, current, "suspended: true\n")
	d.run(t, "product", "save", save(t, strings.NewReplacer("graceDays: 3", "graceDays: 4", "suspended: true", "suspended: false").Replace(current)))
	p, err := product.ByCode("quick").Read(t.Context(), d.Pool)
	require.NoError(t, err)
	require.Equal(t, product.Suspended, p.Status)
	require.Equal(t, int64(1490), p.Current.AnnualRateBps)
	require.Equal(t, 4, p.Current.GraceDays)
	d.run(t, "product", "resume", "quick")
	require.Contains(t, d.refused(t, "product", "save", save(t, strings.Replace(d.run(t, "product", "show", "quick"), "suspended: false", "suspended: true", 1))), "product suspend")
}

// ben changes a lender while anna has a file of one of its products open. Her file would undo his change.
func TestSaveOfAnOutdatedLenderIsRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	annas := d.run(t, "product", "show", "quick")
	bens := d.run(t, "lender", "show", "lotus")
	require.NotContains(t, bens, "products")
	d.run(t, "lender", "save", save(t, strings.Replace(bens, "name: ", "name: Ngân hàng ", 1)))
	annas = strings.Replace(annas, "graceDays: 3", "graceDays: 4", 1)
	for _, command := range []string{"product", "lender"} {
		require.Contains(t, d.refused(t, command, "save", save(t, annas)), "lender lotus is at version v", command)
	}
	require.Contains(t, d.run(t, "lender", "list"), "Ngân hàng ")
	current := d.run(t, "product", "show", "quick")
	require.Contains(t, current, "version: 1\n", "the product is unchanged")
	d.run(t, "product", "save", save(t, strings.Replace(current, "graceDays: 3", "graceDays: 4", 1)))
	require.Contains(t, d.run(t, "lender", "list"), "Ngân hàng ")
	require.Equal(t, 1, d.logged(t, "lender.read"))
	require.Contains(t, d.refused(t, "lender", "show", "none"), "no lender has that code")
}

func TestLendersAreSavedAndListed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	file := save(t, "lenders:\n  - { code: new, region: vi, name: New Bank, licence: \"99/GP\", type: credit_institution, gateway: http, endpoint: \"https://new.example\" }\n")
	require.Equal(t, "Saved 1 lenders: new\n", d.run(t, "lender", "save", file))
	out := d.run(t, "lender", "list")
	require.Equal(t, []string{"CODE", "REGION", "ACTIVE", "TYPE", "GATEWAY", "ENDPOINT", "NAME", "LICENCE"}, head(t, out))
	require.Equal(t, []string{"new", "vi", "yes", "credit_institution", "http", "https://new.example", "New Bank", "99/GP"}, row(t, out, "new.example"))
	require.Contains(t, d.refused(t, "lender", "save", save(t, "lenders: [{ code: x, region: mars }]")), "mars")
}

// A lender that loses its licence has a lower cap. Its products must first be brought down to it or be suspended.
func TestLenderTypeChangeIsRefusedWithProductsAboveItsCap(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	file := strings.NewReplacer("annualRateBps: 1500", "annualRateBps: 2400", "rontServiceFeeBps: 100", "rontServiceFeeBps: 0", "serviceFeeBps: 200", "serviceFeeBps: 0").
		Replace(d.run(t, "product", "show", "quick"))
	d.run(t, "product", "save", save(t, file))
	retyped := save(t, strings.Replace(file, "credit_institution", "other", 1))
	require.Contains(t, d.refused(t, "lender", "save", retyped), "lender lotus has product quick: product: cannot be saved: nominal rate of 2400 bps is above the cap of 2000 bps")
	require.Equal(t, "credit_institution", row(t, d.run(t, "lender", "list"), "lotus")[3])

	d.run(t, "product", "suspend", "quick")
	d.run(t, "lender", "save", retyped)
	require.Contains(t, d.refused(t, "product", "resume", "quick"), "above the cap of 2000 bps")

	// A product that a later release makes unlawful, by a lower cap, is listed as such.
	_, err := d.Pool.Exec(t.Context(), `UPDATE loan_product SET status = 'active'`)
	require.NoError(t, err)
	require.Equal(t, "unlawful", row(t, d.run(t, "product", "list"), "quick")[1])
}

// An operator can set up a new lender without further help: a callback signed with the printed key is accepted.
func TestLenderKeyIsPrintedButNotLogged(t *testing.T) {
	t.Parallel()
	configured := []byte("lender lender lender lender lend")
	d := newDesk(t, apptest.Set("LENDER_KEY", base64.StdEncoding.EncodeToString(configured)))
	d.run(t, "lender", "save", save(t, "lenders:\n  - { code: new, region: vi, name: New Bank, licence: \"99/GP\", type: credit_institution, gateway: http, endpoint: \"https://new.example\" }\n"))
	printed := strings.TrimSpace(d.run(t, "lender", "key", "new"))
	require.Equal(t, map[string]string{"lender": "new", "key": printed}, data[map[string]string](t, d, "lender", "key", "new"))
	key, err := base64.StdEncoding.DecodeString(printed)
	require.NoError(t, err)
	event := []byte(`{"eventId":"e1"}`)
	at, signature := secret.Sign(key, time.Now(), event)
	hook := review.NewHook(d.Review, configured)
	require.NoError(t, hook.Verify("new", at, signature, event))
	require.Error(t, hook.Verify("quick", at, signature, event), "the key of another lender does not fit")

	require.Equal(t, 2, d.logged(t, "lender.key"), "each printing is logged")
	var leaked int
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_log a WHERE a::text LIKE '%' || $1 || '%'`, printed).Scan(&leaked))
	require.Zero(t, leaked)
	require.Contains(t, d.refused(t, "lender", "key", "none"), "no lender has that code")
}

// lenderVersion matches the version line in the file of an existing lender.
var lenderVersion = regexp.MustCompile(`(?m)^ +version: v\w+\n`)

func save(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "market.yaml")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}
