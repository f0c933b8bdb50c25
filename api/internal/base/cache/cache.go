// Package cache keeps what was seen of late, bounded by a number of keys. (golang-lru's expiring cache starts a goroutine
// that never ends.)
package cache

import (
	"sync"
	"time"
)

// Map holds two generations: when the younger one is full, or has been filled for `lasts`, it becomes the older one, and that is
// forgotten. It is safe for many goroutines at once.
type Map[K comparable, V any] struct {
	mu         sync.Mutex
	young, old map[K]V
	began      time.Time
	most       int
	lasts      time.Duration
}

// New makes a map of at most so many keys a generation, each generation filled for `lasts` at most; 0 is without end.
func New[K comparable, V any](most int, lasts time.Duration) *Map[K, V] {
	return &Map[K, V]{young: map[K]V{}, most: most, lasts: lasts}
}

// Find gives what was noted last for a key.
func (m *Map[K, V]) Find(key K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, held := m.young[key]; held {
		return v, true
	}
	v, held := m.old[key]
	return v, held
}

// Note remembers a value at an instant.
func (m *Map[K, V]) Note(key K, v V, at time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.young) >= m.most || m.lasts > 0 && at.Sub(m.began) > m.lasts {
		m.old, m.young, m.began = m.young, map[K]V{}, at
	}
	m.young[key] = v
}

// Forget drops a key.
func (m *Map[K, V]) Forget(key K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.young, key)
	delete(m.old, key)
}
