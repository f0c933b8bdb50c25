package devstack

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/devstack/background"
	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/faceworker"
)

// wantsFace reports whether this clone runs the face worker: unless the environment names one, or another face gateway.
func wantsFace(root string) bool {
	return os.Getenv("FACE_GATEWAY") == "" && os.Getenv("FACE_WORKER_URL") == "" && faceworker.Here(root)
}

func (s savedState) face(root, data string) faceworker.Config {
	return faceworker.Config{Root: root, Dir: data, Port: s.FacePort, Secret: s.FaceSecret}
}

// runFace returns the step that installs the face worker if necessary, and runs it at the address that the running API expects.
func (s *Stack) runFace(options Options, k savedState) background.Step {
	return background.Step{
		Name: "face worker", Needed: "until then the face check reports that it is not ready", Usual: time.Minute,
		Run: func(ctx context.Context) error {
			if err := faceworker.Install(ctx, options.Root, child.Aside); err != nil {
				return err
			}
			supervisor := faceworker.Supervise(k.face(options.Root, options.Data), func(err error) {
				fmt.Fprintf(s.out, "  %v; it is restarted, and until then the face check is not available.\n", err)
			})
			s.mu.Lock()
			s.face = supervisor
			s.mu.Unlock()
			_, err := supervisor.Ready(ctx)
			return err
		},
	}
}
