package historytest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/historytest"
)

// one is a call with its answer; an empty answer is a refusal, "?" means no response.
type one struct{ operation, key, answer string }

func judge(calls ...one) bool { return judgeIn(historytest.New(), calls...) }

func judgeIn(log *historytest.Log, calls ...one) bool {
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

func TestJudgeComparesFieldsThatBothReleasesKnow(t *testing.T) {
	t.Parallel()
	among := func(answers ...string) bool {
		log := historytest.New()
		log.OtherRelease = true
		calls := []one{{"orderConfirm", "a", "{}"}}
		for _, answer := range answers {
			calls = append(calls, one{"repayPaycode", "b", answer})
		}
		return judgeIn(log, calls...)
	}
	require.True(t, among(`{"id":"1","apps":[]}`, `{"id":"1","links":2}`, `{"id":"1","apps":[]}`))
	require.True(t, among(`{"to":[{"id":"1","more":1}]}`, `{"to":[{"id":"1"}]}`))

	require.False(t, among(`{"id":"1","apps":[]}`, `{"id":"2"}`))
	require.False(t, among(`{"to":[{"id":"1"}]}`, `{"to":[{"id":"2"}]}`))
	require.False(t, among(`{"to":{"id":"1"}}`, `{"to":null}`))
	require.False(t, judge(one{"orderConfirm", "a", `{"id":"1"}`}, one{"orderConfirm", "a", `{"id":"1","more":1}`}), "one release answers the same each time")
}
