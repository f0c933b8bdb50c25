package background

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Estimates stores how long steps took in this clone, in a file (seconds by name) that the launcher also writes. Errors of the
// file are ignored, because an estimate is not worth failing for.
type Estimates struct {
	path string
	mu   sync.Mutex
}

// Remember returns the estimates of a clone.
func Remember(root string) *Estimates {
	return &Estimates{path: filepath.Join(root, ".cache", "estimates.json")}
}

// Of returns how long the step took the last time, or usual.
func (e *Estimates) Of(name string, usual time.Duration) time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	if seconds, known := e.read()[name]; known {
		return time.Duration(seconds * float64(time.Second))
	}
	return usual
}

// Keep stores the estimated duration of the step.
func (e *Estimates) Keep(name string, took time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := e.read()
	all[name] = took.Seconds()
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil || os.MkdirAll(filepath.Dir(e.path), 0o755) != nil || os.WriteFile(e.path+".new", text, 0o644) != nil {
		return
	}
	_ = os.Rename(e.path+".new", e.path)
}

func (e *Estimates) read() map[string]float64 {
	all := map[string]float64{}
	text, err := os.ReadFile(e.path)
	if err != nil || json.Unmarshal(text, &all) != nil {
		return map[string]float64{}
	}
	return all
}
