package internal_test

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/flow/conversion"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
)

// stored are the values that one process writes as JSON and another one reads, which may be of the previous release or the next one:
// the arguments of jobs, the answers under idempotency keys, and the snapshots of orders and payments.
var stored = []any{
	account.CertifyArgs{}, account.ForgetChatArgs{}, account.RemoveArgs{}, carriercheck.FollowArgs{}, carriercheck.RewardArgs{}, conversion.Args{},
	document.ContractArgs{}, maintenance.OrphanArgs{}, monitor.SendArgs{}, pay.CertificateArgs{}, pay.ReceiptArgs{}, pay.RefundArgs{}, payout.Args{},
	remind.SendAllArgs{}, remind.SendArgs{}, review.Args{},
	account.DeletionStatus{}, bankcard.Summary{}, carrier.Session{}, loan.Ref{}, intent.ExtendResult{}, repay.Intent{}, repay.Proof{}, support.Hardship{}, support.Thread{},
	loan.Terms{},
}

// TestStoredValuesKeepTheirFields holds the name and type of every field. JSON ignores a field that it does not know and leaves a
// missing one empty, so after a renaming a process would work a job of the previous release without its order.
func TestStoredValuesKeepTheirFields(t *testing.T) {
	t.Parallel()
	const known = "testdata/stored.txt"
	fields := map[string]bool{}
	for _, value := range stored {
		describe(reflect.TypeOf(value), fields)
	}
	var now []string
	for line := range fields {
		now = append(now, line)
	}
	slices.Sort(now)
	if *update {
		require.NoError(t, os.WriteFile(known, []byte(strings.Join(now, "\n")+"\n"), 0o600))
	}
	text, err := os.ReadFile(known)
	require.NoError(t, err)
	before := strings.Split(strings.TrimSpace(string(text)), "\n")
	var gone, added []string
	for _, line := range before {
		if !fields[line] {
			gone = append(gone, line)
		}
	}
	for _, line := range now {
		if !slices.Contains(before, line) {
			added = append(added, line)
		}
	}
	require.Empty(t, gone, "the previous release writes and reads these: keep them for one more release")
	require.Empty(t, added, "the previous release does not write these, so they may be missing: if that is right, run go test ./api/internal -run Stored -update")
}

// describe collects the fields of a type and of the types of its fields, as encoding/json names them.
func describe(of reflect.Type, into map[string]bool) {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		describe(of.Elem(), into)
		return
	case reflect.Map:
		describe(of.Key(), into)
		describe(of.Elem(), into)
		return
	case reflect.Struct:
	default:
		return
	}
	if reflect.PointerTo(of).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return
	}
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() && !field.Anonymous {
			continue
		}
		if name == "" {
			name = field.Name
		}
		line := of.String() + "." + name + " " + field.Type.String()
		if !into[line] {
			into[line] = true
			describe(field.Type, into)
		}
	}
}
