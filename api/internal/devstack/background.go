package devstack

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/devstack/background"
	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddeds3"
)

// first are the npm workspaces whose packages a start waits for; the launcher installs them (launch/packages.mjs).
var first = []string{"mobile", "shared-types"}

// StartBackground starts the steps that nothing waits for, once the app is open. Down stops them.
func (s *Stack) StartBackground() {
	s.background = background.Start(s.out, background.Remember(s.root), s.later...)
}

// Progress returns the progress of the background steps.
func (s *Stack) Progress() []background.Progress {
	if s.background == nil {
		return nil
	}
	return s.background.Progress()
}

// compileS3 returns the step that compiles the object store and starts it at the address that the running API expects.
func (s *Stack) compileS3(options Options, k savedState) background.Step {
	return background.Step{
		Name: "MinIO", Needed: "photos and documents wait until it is ready, and none is lost", Usual: 4 * time.Minute,
		Run: func(ctx context.Context) error {
			if err := embeddeds3.Install(ctx, options.Root, child.Aside); err != nil {
				return err
			}
			return s.startS3(ctx, options, k)
		},
	}
}

// packages returns the step that installs the npm packages of the workspaces that the app does not need to open.
func packages(root string) []background.Step {
	rest := slices.DeleteFunc(workspaces(root), func(name string) bool { return slices.Contains(first, name) })
	if len(rest) == 0 {
		return nil
	}
	return []background.Step{{
		Name: "packages of " + strings.Join(rest, ", "), Needed: "their features are not available until then", Usual: time.Minute,
		Run: func(ctx context.Context) error {
			cmd := child.Aside(ctx, "node", filepath.Join("api", "internal", "devstack", "launch", "packages.mjs"), "all")
			cmd.Dir = root
			output, err := cmd.CombinedOutput()
			if err != nil && ctx.Err() == nil {
				return fmt.Errorf("%w\n%s", err, output)
			}
			return ctx.Err()
		},
	}}
}

// workspaces returns the workspaces named in the clone's package.json; none if there is no such file.
func workspaces(root string) []string {
	var manifest struct {
		Workspaces []string `json:"workspaces"`
	}
	text, err := os.ReadFile(filepath.Join(root, "package.json"))
	if err != nil || json.Unmarshal(text, &manifest) != nil {
		return nil
	}
	return manifest.Workspaces
}
