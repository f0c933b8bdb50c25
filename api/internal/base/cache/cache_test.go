package cache_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/cache"
	"github.com/loanmarket/loanmarket/api/internal/test/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

var now = time.Date(2026, time.March, 12, 9, 0, 0, 0, time.UTC)

func TestOldestGenerationIsEvictedFirst(t *testing.T) {
	t.Parallel()
	m := cache.New[int, string](2, 0)
	for n, name := range []string{"a", "b", "c", "d", "e"} {
		m.Set(n, name, now)
	}
	var found []string
	for n := range 5 {
		if name, held := m.Get(n); held {
			found = append(found, name)
		}
	}
	require.Equal(t, []string{"c", "d", "e"}, found, "the cache must hold at most two generations of two entries")
	m.Set(4, "E", now)
	name, _ := m.Get(4)
	require.Equal(t, "E", name, "the last value set must win")
	m.Delete(4)
	_, held := m.Get(4)
	require.False(t, held)
}

func TestEntriesExpireAfterTwoGenerations(t *testing.T) {
	t.Parallel()
	m := cache.New[string, int](100, time.Minute)
	m.Set("first", 1, now)
	m.Set("second", 2, now.Add(2*time.Minute))
	_, held := m.Get("first")
	require.True(t, held, "an entry of the previous generation must still be found")
	m.Set("third", 3, now.Add(4*time.Minute))
	_, held = m.Get("first")
	require.False(t, held)
	_, held = m.Get("second")
	require.True(t, held)
}
