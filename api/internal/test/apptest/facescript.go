package apptest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"

	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// FaceScript is a provider of face checks that says what a test has it say: for the rules and limits around a check,
// which no face decides. What a face is told by is tried with the worker itself.
type FaceScript struct {
	mu sync.Mutex
	// answers are given in turn; then every step passes.
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

// NewFaceScript makes one that passes everything.
func NewFaceScript() *FaceScript { return &FaceScript{found: facecheck.Found, model: "script 1"} }

// Answers gives the next answers to steps.
func (f *FaceScript) Answers(answers ...facecheck.Answer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers = append(f.answers, answers...)
}

// Likes gives the next answers to comparisons; without any, faces are alike.
func (f *FaceScript) Likes(like ...facecheck.Likeness) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.like = append(f.like, like...)
}

// Finds says what is found on an ID from now on.
func (f *FaceScript) Finds(found facecheck.PortraitResult) { f.set(func() { f.found = found }) }

// Model is the descriptor from now on.
func (f *FaceScript) Model(model string) { f.set(func() { f.model = model }) }

// Down has every call fail from now on; nil has them answer again.
func (f *FaceScript) Down(err error) { f.set(func() { f.down = err }) }

// Hold keeps every step waiting until release is called.
func (f *FaceScript) Hold() (release func()) {
	held := make(chan struct{})
	f.set(func() { f.hold = held })
	return func() {
		f.set(func() { f.hold = nil })
		close(held)
	}
}

// Asked is the steps that were judged.
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

// Healths is how often it was asked whether it is ready.
func (f *FaceScript) Healths() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.healths
}

// Ready reports whether it is down.
func (f *FaceScript) Ready(context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.healths++
	return f.down
}

// Comparable tells templates of the model from others.
func (f *FaceScript) Comparable(_ context.Context, descriptor string) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.model == descriptor, f.down
}

// Start begins.
func (f *FaceScript) Start(ctx context.Context, _ []facecheck.Step) ([]byte, error) {
	return []byte(`{"secret":"state"}`), f.Ready(ctx)
}

// Step answers by the script. Hashes are those of the frames.
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

// Finish gives a template.
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

// Guide finds nothing wrong.
func (f *FaceScript) Guide(ctx context.Context, _ facecheck.Step, _ []byte) (string, error) {
	return "ok", f.Ready(ctx)
}

// Portrait finds what the script says.
func (f *FaceScript) Portrait(ctx context.Context, _ []byte) (facecheck.PortraitResult, *facecheck.Template, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.down != nil || f.found != facecheck.Found {
		return f.found, nil, f.down
	}
	template, err := f.template()
	return facecheck.Found, template, err
}

// Match answers by the script.
func (f *FaceScript) Match(ctx context.Context, _, _ facecheck.Template, _ facecheck.Kind) (facecheck.Likeness, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	like := facecheck.Alike
	if len(f.like) > 0 {
		like, f.like = f.like[0], f.like[1:]
	}
	return like, f.down
}
