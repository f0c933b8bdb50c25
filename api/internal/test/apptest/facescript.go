package apptest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"

	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// FaceScript is a provider of face checks with scripted results, for testing the rules and limits around a check. The detection
// itself is tested with the worker.
type FaceScript struct {
	mu sync.Mutex
	// answers are returned in order; after them every step passes.
	answers []facecheck.Answer
	like    []facecheck.Likeness
	found   facecheck.PortraitResult
	model   string
	down    error
	steps   []facecheck.Step
	hold    chan struct{}
	healths int
}

var _ facecheck.Provider = (*FaceScript)(nil)

// NewFaceScript returns a script with which everything passes.
func NewFaceScript() *FaceScript { return &FaceScript{found: facecheck.Found, model: "script 1"} }

// Answers appends results of steps.
func (f *FaceScript) Answers(answers ...facecheck.Answer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers = append(f.answers, answers...)
}

// Likes appends results of comparisons; without any, faces are alike.
func (f *FaceScript) Likes(like ...facecheck.Likeness) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.like = append(f.like, like...)
}

// Finds sets what is found on an ID card from now on.
func (f *FaceScript) Finds(found facecheck.PortraitResult) { f.set(func() { f.found = found }) }

// Model sets the descriptor from now on.
func (f *FaceScript) Model(model string) { f.set(func() { f.model = model }) }

// Down makes every call fail with err from now on; nil ends that.
func (f *FaceScript) Down(err error) { f.set(func() { f.down = err }) }

// Hold makes every step wait until release is called.
func (f *FaceScript) Hold() (release func()) {
	held := make(chan struct{})
	f.set(func() { f.hold = held })
	return func() {
		f.set(func() { f.hold = nil })
		close(held)
	}
}

// Asked returns the steps that were judged.
func (f *FaceScript) Asked() []facecheck.Step {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]facecheck.Step(nil), f.steps...)
}

func (f *FaceScript) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

// Healths returns how often readiness was checked.
func (f *FaceScript) Healths() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.healths
}

// Ready returns the error that Down has set.
func (f *FaceScript) Ready(context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.healths++
	return f.down
}

// Comparable reports whether templates are of the current model.
func (f *FaceScript) Comparable(_ context.Context, descriptor string) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.model == descriptor, f.down
}

// Start starts a check.
func (f *FaceScript) Start(ctx context.Context, _ []facecheck.Step) ([]byte, error) {
	return []byte(`{"secret":"state"}`), f.Ready(ctx)
}

// Step returns the next scripted result, with the hashes of the frames.
func (f *FaceScript) Step(ctx context.Context, _ []byte, step facecheck.Step, frames [][]byte) (facecheck.Answer, error) {
	f.mu.Lock()
	held := f.hold
	f.steps = append(f.steps, step)
	f.mu.Unlock()
	if held != nil {
		select {
		case <-held:
		case <-ctx.Done():
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.down != nil {
		return facecheck.Answer{}, f.down
	}
	answer := facecheck.Answer{Verdict: facecheck.Pass, Code: "ok", Reason: "ok"}
	if len(f.answers) > 0 {
		answer, f.answers = f.answers[0], f.answers[1:]
	}
	for _, frame := range frames {
		sum := sha256.Sum256(frame)
		answer.Hashes = append(answer.Hashes, sum[:])
	}
	if answer.Verdict == facecheck.Pass {
		answer.Session = []byte(`{"secret":"state"}`)
	}
	return answer, nil
}

// Finish returns a template.
func (f *FaceScript) Finish(ctx context.Context, _ []byte) (*facecheck.Template, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.down != nil {
		return nil, f.down
	}
	return f.template()
}

func (f *FaceScript) template() (*facecheck.Template, error) {
	raw, err := json.Marshal(map[string]any{"secret": "template"})
	return &facecheck.Template{Descriptor: f.model, Data: raw}, err
}

// Guide always returns "ok".
func (f *FaceScript) Guide(ctx context.Context, _ facecheck.Step, _ []byte) (string, error) {
	return "ok", f.Ready(ctx)
}

// Portrait returns what Finds has set.
func (f *FaceScript) Portrait(ctx context.Context, _ []byte) (facecheck.PortraitResult, *facecheck.Template, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.down != nil || f.found != facecheck.Found {
		return f.found, nil, f.down
	}
	template, err := f.template()
	return facecheck.Found, template, err
}

// Match returns the next scripted result.
func (f *FaceScript) Match(ctx context.Context, _, _ facecheck.Template, _ facecheck.Kind) (facecheck.Likeness, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	like := facecheck.Alike
	if len(f.like) > 0 {
		like, f.like = f.like[0], f.like[1:]
	}
	return like, f.down
}
