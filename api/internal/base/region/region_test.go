package region

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVietnamSampleIsTheSpecifications(t *testing.T) {
	t.Parallel()
	sample := Get("vi").HomeSample
	require.EqualValues(t, 20_000_000, sample.LoanAmount)
	require.EqualValues(t, 750_000, sample.ServiceFee)
	require.EqualValues(t, 747_945, sample.Interest)
	require.EqualValues(t, 21_497_945, sample.TotalAmount)
	require.EqualValues(t, 3004, sample.AprBps, "30.04 % a year with the fee")
}
