package reason

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// specCodes are the codes of the specification (spec 8).
var specCodes = map[int][]Reason{
	10000:    {Success},
	10001:    {InvalidParameter},
	10002:    {PhoneInvalid},
	10003:    {CarrierInvalid},
	10004:    {AccountNameWrong},
	10005:    {CodeLength},
	10006:    {CodeNotObtained},
	10007:    {CodeNotSubmitted},
	10008:    {PasswordWeak},
	10041:    {NoData},
	10042:    {APITokenIllegal},
	10043:    {MerchantInvalid},
	10044:    {CodeFirst},
	10050:    {RequestFailed},
	10051:    {System},
	10052:    {NoConfiguration},
	1000105:  {ImageCodeNeeded, ImageCodeWrong, ImageCodeExpired},
	1000209:  {DailyLimit},
	10640105: {SessionEnded, DeviceRefused},
}

// spec: 8.10000, 8.10001, 8.10002, 8.10003, 8.10004, 8.10005
// spec: 8.10006, 8.10007, 8.10008, 8.10041, 8.10042, 8.10043
// spec: 8.10044, 8.10050, 8.10051, 8.10052, 8.1000105, 8.1000209
// spec: 8.10640105
func TestCatalogueHasSpecificationCodes(t *testing.T) {
	t.Parallel()
	for code, reasons := range specCodes {
		for _, r := range reasons {
			require.Equal(t, code, r.Code(), string(r))
		}
	}
	for _, r := range specRows {
		require.Contains(t, specCodes[r.code], r.reason)
	}
}

func TestCatalogueIsCompleteAndUnique(t *testing.T) {
	t.Parallel()
	statuses := []int{200, 400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 426, 429, 500, 503}
	names, codes := map[Reason]bool{}, map[int]Reason{}
	snake := regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	for _, r := range catalogue {
		require.Regexp(t, snake, string(r.reason))
		require.False(t, names[r.reason], "%s is listed twice", r.reason)
		names[r.reason] = true
		require.Contains(t, statuses, r.status, string(r.reason))
		if first, shared := codes[r.code]; shared {
			require.Contains(t, specCodes[r.code], r.reason, "%s and %s share code %d", first, r.reason, r.code)
		}
		codes[r.code] = r.reason
		if len(specCodes[r.code]) == 0 {
			require.True(t, r.code > 20000 && r.code < 21000, "%s: code %d is outside the range 20001 to 20999", r.reason, r.code)
		}
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(names)), slices.Collect(maps.Keys(sentences.In(lang.EN))))
	require.ElementsMatch(t, phrases, slices.Collect(maps.Keys(phraseTexts.In(lang.EN))))
}

// Thai sentences do not end with a full stop.
func TestSentencesEndWithStopOfTheirLanguage(t *testing.T) {
	t.Parallel()
	for _, r := range catalogue {
		if r.reason == Success {
			continue
		}
		for l, stop := range map[lang.Lang]string{lang.CN: "。", lang.VI: ".", lang.EN: "."} {
			require.True(t, strings.HasSuffix(sentences.In(l)[r.reason], stop), "%s in %s", r.reason, l)
		}
		require.False(t, strings.HasSuffix(sentences.In(lang.TH)[r.reason], "."), string(r.reason))
	}
}

func TestFieldReasonsNeedNoArguments(t *testing.T) {
	t.Parallel()
	for _, r := range fieldRows {
		require.Equal(t, http.StatusBadRequest, r.status)
		require.NotContains(t, sentences.In(lang.EN)[r.reason], "{", string(r.reason))
	}
}

func TestRetryableMatchesHTTPStatus(t *testing.T) {
	t.Parallel()
	for _, r := range catalogue {
		switch r.status {
		case 408, 429, 500, 503:
			require.True(t, r.reason.Retryable(), string(r.reason))
		default:
			require.Equal(t, r.reason == IdempotencyInProgress, r.reason.Retryable(), string(r.reason))
		}
	}
}
