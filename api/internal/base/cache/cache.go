// Package cache caches recent values, limited by a number of keys. (golang-lru's expiring cache starts a goroutine that never
// ends.)
package cache

import (
	"sync"
	"time"
)

// Map has two generations: when the young one is full, or older than `lasts`, it replaces the old one, whose entries are
// dropped. It is safe for concurrent use.
type Map[K comparable, V any] struct {
	mu         sync.Mutex
	young, old map[K]V
	began      time.Time
	most       int
	lasts      time.Duration
}

// New returns a map with at most `most` keys per generation; a generation is filled for at most `lasts`, or without a time
// limit if 0.
func New[K comparable, V any](most int, lasts time.Duration) *Map[K, V] {
	return &Map[K, V]{young: map[K]V{}, most: most, lasts: lasts}
}

// Get returns the latest value of a key.
func (m *Map[K, V]) Get(key K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, held := m.young[key]; held {
		return v, true
	}
	v, held := m.old[key]
	return v, held
}

// Set stores a value at an instant.
func (m *Map[K, V]) Set(key K, v V, at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.young) >= m.most || m.lasts > 0 && at.Sub(m.began) > m.lasts {
		m.old, m.young, m.began = m.young, map[K]V{}, at
	}
	m.young[key] = v
}

// Delete deletes a key.
func (m *Map[K, V]) Delete(key K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.young, key)
	delete(m.old, key)
}
