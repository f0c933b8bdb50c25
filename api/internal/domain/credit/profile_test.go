package credit_test

import (
	"math"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
)

func TestInitial(t *testing.T) {
	t.Parallel()
	r := region.Get("vi")
	member := uuid.New()
	p := credit.Initial(member, r, false)
	require.Equal(t, credit.Profile{MemberID: member, Currency: r.Currency, Limit: r.DefaultLimit, Score: credit.InitialScore}, p)
	require.GreaterOrEqual(t, credit.Initial(member, r, true).Limit, r.ProductList.White.Max)
	small := *r
	small.DefaultLimit = 3_000_000
	require.EqualValues(t, 3_000_000, credit.Initial(member, &small, false).Limit)
	require.Equal(t, r.ProductList.White.Max, credit.Initial(member, &small, true).Limit, "a listed member gets the limit of the allow-list")
}

func TestDecidedAppliesTheLendersValues(t *testing.T) {
	t.Parallel()
	p := credit.Profile{Limit: 5_000_000, Score: 600}
	limit, score := int64(8_000_000), 1200
	require.Equal(t, credit.Profile{Limit: 8_000_000, Score: 1000}, p.Decided(&limit, &score))
	require.Equal(t, p, p.Decided(nil, nil))
	limit = math.MaxInt64
	require.EqualValues(t, credit.MaxLimit, p.Decided(&limit, nil).Limit, "a limit above the maximum is capped")
	limit, score = -1, -1
	require.Equal(t, credit.Profile{}, p.Decided(&limit, &score))
}

// spec: 4.cancel-lowers
func TestOnTimePaymentRaisesAndCancellationLowersTheLimit(t *testing.T) {
	t.Parallel()
	r := region.Get("vi")
	p := credit.Profile{Limit: 10_000_000, Score: 600}
	require.Equal(t, credit.Profile{Limit: 11_000_000, Score: 620}, p.SettledOnTime(r))
	require.Equal(t, credit.Profile{Limit: 10_000_000, Score: 560}, p.SettledLate())
	require.Equal(t, credit.Profile{Limit: 9_500_000, Score: 590}, p.Cancelled(r))
	require.Equal(t, credit.Profile{Limit: 10_500_000, Score: 620}, p.CarrierVerified(r))
}

func TestLimitAndScoreStayWithinBounds(t *testing.T) {
	t.Parallel()
	r := region.Get("vi")
	rapid.Check(t, func(t *rapid.T) {
		p := credit.Profile{Limit: rapid.Int64Range(0, 200_000_000).Draw(t, "limit"), Score: rapid.IntRange(0, credit.MaxScore).Draw(t, "score")}
		for range 20 {
			before := p
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				p = p.SettledOnTime(r)
				require.GreaterOrEqual(t, p.Limit, before.Limit)
			case 1:
				p = p.SettledLate()
				require.Equal(t, before.Limit, p.Limit)
			default:
				p = p.Cancelled(r)
				require.LessOrEqual(t, p.Limit, before.Limit)
				require.GreaterOrEqual(t, p.Limit, min(before.Limit, r.ProductList.White.Min))
			}
			require.True(t, p.Score >= 0 && p.Score <= credit.MaxScore && p.Limit >= 0)
		}
	})
}

// A limit above the legal maximum would promise loans that are never given.
func TestLimitNeverExceedsTheLegalMaximum(t *testing.T) {
	t.Parallel()
	for code, most := range map[string]int64{"th": 20_000_00, "cn": 200_000_00, "gh": 5_000_00, "vi": 20_000_000, "id": 20_000_000} {
		r := region.Get(code)
		listed := credit.Initial(uuid.New(), r, true)
		require.LessOrEqual(t, listed.Limit, max(most, r.DefaultLimit), code)
		p := credit.Initial(uuid.New(), r, false)
		for range 100 {
			p = p.SettledOnTime(r).CarrierVerified(r)
		}
		require.Equal(t, most, p.Limit, code)
	}
}

// This also holds where the law caps loans below the minimum of the region's list.
//
// spec: 4.cancel-lowers
func TestCancellationLowersTheInitialLimitInEveryRegion(t *testing.T) {
	t.Parallel()
	for _, code := range region.Codes() {
		r := region.Get(code)
		p := credit.Initial(uuid.New(), r, false)
		require.Less(t, p.Cancelled(r).Limit, p.Limit, code)
		for range 100 {
			p = p.Cancelled(r)
		}
		require.GreaterOrEqual(t, p.Limit, min(r.ProductList.White.Min, r.DefaultLimit/2), code)
	}
}
