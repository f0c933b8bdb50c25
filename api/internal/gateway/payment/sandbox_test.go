package payment_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func transfer(reference, account string) payment.Transfer {
	return payment.Transfer{
		Reference: reference, Direction: payment.DirectionPayout, Amount: money.Of(1_900_000, money.VND), Memo: "LM1",
		To: payment.Account{BankCode: "VCB", Number: account, Holder: "Nguyễn Thị Lan"},
	}
}

func TestSandboxPaysAReferenceOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	bank := payment.NewSandbox(postgrestest.New(t))
	var wait sync.WaitGroup
	results := make([]payment.Result, 8)
	for i := range results {
		wait.Go(func() {
			var err error
			results[i], err = bank.Payout(ctx, transfer("R1", "19001234"))
			require.NoError(t, err)
		})
	}
	wait.Wait()
	for _, r := range results {
		require.Equal(t, payment.Succeeded, r.State)
		require.Equal(t, results[0].Serial, r.Serial)
	}
	sum, err := bank.Booked(ctx, payment.DirectionPayout, money.VND)
	require.NoError(t, err)
	require.Equal(t, int64(1_900_000), sum)
	found, err := bank.Lookup(ctx, "R2")
	require.NoError(t, err)
	require.Equal(t, payment.NotFound, found.State)
}

func TestSandboxOutcomeDependsOnTheAccountSuffix(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	bank := payment.NewSandbox(postgrestest.New(t))
	pay := func(reference, account string) payment.Result {
		r, err := bank.Payout(ctx, transfer(reference, account))
		require.NoError(t, err)
		return r
	}
	lookUp := func(reference string) payment.Result {
		r, err := bank.Lookup(ctx, reference)
		require.NoError(t, err)
		return r
	}
	closed := pay("closed", "1900"+payment.SuffixClosed)
	require.Equal(t, payment.Failed, closed.State)
	require.Equal(t, payment.AccountClosed, closed.FailureReason)
	require.Equal(t, closed, lookUp("closed"))

	require.Equal(t, payment.Unknown, pay("answer", "1900"+payment.SuffixLostAnswer).State)
	require.Equal(t, payment.Succeeded, lookUp("answer").State)

	require.Equal(t, payment.Unknown, pay("call", "1900"+payment.SuffixLostCall).State)
	require.Equal(t, payment.NotFound, lookUp("call").State)
	require.Equal(t, payment.Succeeded, pay("call", "1900"+payment.SuffixLostCall).State)

	holder, err := bank.NameInquiry(ctx, transfer("", "19001234").To)
	require.NoError(t, err)
	require.True(t, payment.SameName("Nguyễn Thị Lan", holder))
	holder, err = bank.NameInquiry(ctx, transfer("", "1900"+payment.SuffixOtherName).To)
	require.NoError(t, err)
	require.False(t, payment.SameName("Nguyễn Thị Lan", holder))
}

func TestSameName(t *testing.T) {
	t.Parallel()
	require.True(t, payment.SameName("Đặng  Thị Hồng Đào", "DANG THI HONG DAO"))
	require.True(t, payment.SameName("Ɛsi Mɛ́nsa Ɔpɔŋ", "ESI MENSA OPON"))
	require.False(t, payment.SameName("Nguyễn Văn Anh", "Nguyễn Văn Ánh Hai"))
	require.False(t, payment.SameName("สมชาย ใจดี", "สมชย ใจดี"))
	require.True(t, payment.SameName("สมชาย ใจดี", "สมชาย  ใจดี"))
	for _, titled := range []string{"นางสาวสมศรี ใจดี", "นางสาว สมศรี ใจดี", "น.ส. สมศรี ใจดี", "นาง สมศรี ใจดี"} {
		require.True(t, payment.SameName("สมศรี ใจดี", titled), titled)
		require.True(t, payment.SameName(titled, "น.ส.สมศรี ใจดี"), titled)
		require.False(t, payment.SameName("สมศรี ใจงาม", titled), titled)
	}
	require.True(t, payment.SameName("Ama Mensah", "MRS. AMA MENSAH"))
	require.True(t, payment.SameName("Mr Kofi Mensah", "KOFI MENSAH"))
	require.False(t, payment.SameName("Ama Mensah", "MR MENSAH"))
	require.False(t, payment.SameName("Mr", "Mrs"))
	for man, woman := range map[string]string{"MR KOFI MENSAH": "MRS KOFI MENSAH", "นาย สมศรี ใจดี": "นาง สมศรี ใจดี", "นายสมศรี ใจดี": "น.ส.สมศรี ใจดี"} {
		require.False(t, payment.SameName(man, woman), man)
		require.True(t, payment.SameName(man, man), man)
	}
	require.False(t, payment.SameName("สี", "สา"))
}
