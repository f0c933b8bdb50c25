package carriercheck_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Two verifications of one number are rewarded at the same time: the credit is raised once.
func TestConcurrentRewardsRaiseCreditOnce(t *testing.T) {
	t.Parallel()
	pool, now := postgrestest.New(t), time.Now()
	who, proof := flowtest.Member(t, pool), uuid.New()
	_, err := pool.Exec(t.Context(), `
		INSERT INTO carrier_session (id, member_id, region, carrier, kind, way, state, created_at, expires_at, ended_at, valid_until, device_id)
		VALUES ($1, $2, 'vi', 'viettel', 'verify', 'code', 'succeeded', $3, $3, $3, $3, gen_random_uuid())`, proof, who, now)
	require.NoError(t, err)
	first := credit.Initial(who, region.Get("vi"), false)
	tx := postgrestest.Begin(t, pool)
	b := &pgx.Batch{}
	credit.Lock(first, now).Queue(b)
	credit.QueueChange(b, first.CarrierVerified(region.Get("vi")), credit.KindCarrier, nil, now)
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.NoError(t, postgrestest.Waits(t, tx, func() error {
		return carriercheck.New(pool, clock.Fixed(now), nil).Reward(t.Context(), carriercheck.RewardArgs{MemberID: who, SessionID: proof})
	}))
	history, err := credit.History(who).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, history, 2, "opened, raised")
}

// An identity proved on another device deletes a proof whose reward is still queued. The reward then raises nothing.
func TestRewardOfADeletedProofRaisesNoCredit(t *testing.T) {
	t.Parallel()
	pool, now := postgrestest.New(t), time.Now()
	who := flowtest.Member(t, pool)
	proof := uuid.New()
	_, err := pool.Exec(t.Context(), `
		INSERT INTO carrier_session (id, member_id, region, carrier, kind, way, state, created_at, expires_at, ended_at, valid_until, device_id)
		VALUES ($1, $2, 'vi', 'viettel', 'verify', 'code', 'succeeded', $3, $3, $3, $3, gen_random_uuid())`, proof, who, now)
	require.NoError(t, err)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	b := &pgx.Batch{}
	credit.Lock(credit.Profile{MemberID: who, Currency: "VND", Limit: 1_000_000, Score: 600}, now).Queue(b)
	left := carriers.StartAfresh(who, uuid.New()).Queue(b)
	require.NoError(t, tx.SendBatch(t.Context(), b).Close())
	require.True(t, left.Get())
	require.NoError(t, postgrestest.Behind(t, tx, func() error {
		return carriercheck.New(pool, clock.Fixed(now), nil).Reward(t.Context(), carriercheck.RewardArgs{MemberID: who, SessionID: proof})
	}))
	raised, err := credit.CarrierRaise(who).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Nil(t, raised)
}

// The reward may open the profile, because the number can be verified before anything else. Someone on the allow-list then starts
// from the limit of that list.
func TestRewardRaisesTheLimitOfTheAllowList(t *testing.T) {
	t.Parallel()
	pool, now := postgrestest.New(t), time.Now()
	who, proof := flowtest.Member(t, pool), uuid.New()
	_, err := member.SetWhiteListed(t.Context(), pool, who, true)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `
		INSERT INTO carrier_session (id, member_id, region, carrier, kind, way, state, created_at, expires_at, ended_at, valid_until)
		VALUES ($1, $2, 'cn', 'mobile', 'verify', 'code', 'succeeded', $3, $3, $3, $3)`, proof, who, now)
	require.NoError(t, err)
	r := region.Get("cn")
	first := credit.Initial(who, r, true)
	require.Greater(t, first.Limit, credit.Initial(who, r, false).Limit)
	require.NoError(t, carriercheck.New(pool, clock.Fixed(now), nil).Reward(t.Context(), carriercheck.RewardArgs{MemberID: who, SessionID: proof}))
	raised, err := credit.Of(credit.Profile{MemberID: who}).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, first.CarrierVerified(r), raised)
}
