package historytest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/historytest"
)

// one is a call with its answer; an empty answer is a refusal, "?" means no response.
type one struct{ operation, key, answer string }

func judge(calls ...one) bool {
	log := historytest.New()
	for _, c := range calls {
		log.Do(historytest.Call{Order: "1", Key: c.key, Operation: c.operation}, func() historytest.Answer {
			if c.answer == "?" {
				return historytest.Answer{}
			}
			return historytest.Answer{Known: true, Data: c.answer}
		})
	}
	wrong, _ := log.Judge(time.Second)
	return len(wrong) == 0
}

func TestJudgeAcceptsOnlyPossibleHistories(t *testing.T) {
	t.Parallel()
	confirm, cancel, pay := "orderConfirm", "orderCancel", "repayPaycode"
	require.True(t, judge(one{confirm, "a", "ok"}, one{confirm, "a", "ok"}, one{cancel, "b", ""}, one{pay, "c", "1"}), "a repeated call gets the same answer")
	require.True(t, judge(one{confirm, "a", "?"}, one{confirm, "a", "ok"}), "the answer was lost")
	require.True(t, judge(one{confirm, "a", "?"}, one{cancel, "b", "ok"}), "the call was lost")
	require.True(t, judge(one{confirm, "a", "?"}, one{pay, "b", "1"}), "the call succeeded and its answer was lost")

	require.False(t, judge(one{confirm, "a", "ok"}, one{confirm, "b", "ok"}), "the order was confirmed twice")
	require.False(t, judge(one{confirm, "a", "ok"}, one{cancel, "b", "ok"}), "the order was both confirmed and cancelled")
	require.False(t, judge(one{confirm, "a", "ok"}, one{confirm, "a", "other"}), "one key got two different answers")
	require.False(t, judge(one{confirm, "a", "ok"}, one{confirm, "a", ""}), "a repeat of a successful call was refused")
	require.False(t, judge(one{cancel, "a", "ok"}, one{pay, "b", "1"}), "a payment code for an order that was cancelled")
}
