package background

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Estimates remembers how long steps took in this clone, in a file that the launcher writes, too: seconds by name.
// Whatever is wrong with the file, a guess is not worth failing for.
type Estimates struct {
	path string
	mu   sync.Mutex
}

// Remember keeps the estimates of a clone.
func Remember(root string) *Estimates {
	return &Estimates{path: filepath.Join(root, ".cache", "estimates.json")}
}

// Of is how long the step took the last time, or usual.
func (e *Estimates) Of(name string, usual time.Duration) time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	if seconds, known := e.read()[name]; known {
		return time.Duration(seconds * float64(time.Second))
	}
	return usual
}

// Keep remembers how long the step is going to take.
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
