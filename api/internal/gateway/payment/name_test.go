package payment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// The first letters of a name may read like a title: นายิกา begins with นาย (Mr).
func TestNameThatBeginsLikeATitleIsNotCut(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{
		{"นางสาวนายิกา ใจดี", "นายิกา ใจดี"},
		{"น.ส. นายิกา ใจดี", "นายิกา ใจดี"},
		{"นายิกา ใจดี", "นายิกา ใจดี"},
		{"MISS MISS ANNE", "MISS ANNE"},
	} {
		require.True(t, payment.SameName(same[0], same[1]), same)
		require.True(t, payment.SameName(same[1], same[0]), same)
	}
}

// All female titles say the same about a person.
func TestFemaleTitlesAreEqual(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"MRS", "Mrs.", "MISS", "MS", "Ms."} {
		require.True(t, payment.SameName("MRS ABENA MENSAH", title+" ABENA MENSAH"), title)
		require.False(t, payment.SameName("MR ABENA MENSAH", title+" ABENA MENSAH"), title)
	}
	for _, title := range []string{"นางสาว", "น.ส. ", "นาง"} {
		require.True(t, payment.SameName("นางสมใจ ใจดี", title+"สมใจ ใจดี"), title)
		require.False(t, payment.SameName("นายสมใจ ใจดี", title+"สมใจ ใจดี"), title)
	}
}
