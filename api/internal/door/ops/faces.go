package ops

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
)

type facesCommands struct {
	List    facesList    `cmd:"" help:"List the faces that wait for a review, oldest first, with the result of the comparison with the ID. The packaged comparison is not PAD-certified and is weak on East and South-East Asian faces: trust your eyes."`
	Show    facesShow    `cmd:"" help:"Write the pictures of the face and of the front of the ID to a folder."`
	Approve facesApprove `cmd:"" help:"Confirm that both pictures show the same person. The borrower can then log in by face."`
	Reject  facesReject  `cmd:"" help:"Reject the face if the pictures show different persons, or if this cannot be told. The enrolment ends."`
	End     facesEnd     `cmd:"" help:"End a borrower's face enrolment, approved or not. The face can no longer be used to log in. The borrower is notified and may enrol again."`
}

type facesList struct{ paged }

// Run lists the faces that wait for a review.
func (f facesList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	waiting, err := c.Faces.Reviews(ctx, page)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "face.list", "face_enrolment"); err != nil {
		return err
	}
	t := columns("faceId", "createdAt", "memberId", "comparison")
	t.name = "faces"
	for _, e := range waiting.Rows {
		t.add(e.ID, e.CreatedAt, e.MemberID, e.Comparison)
	}
	return c.printPage(t, waiting.Next)
}

type facesShow struct {
	Face string `arg:"" name:"face-id" help:"Face ID, as printed by faces list."`
	To   string `default:"." type:"existingdir" help:"Folder to write to."`
}

// Run writes the pictures into a folder.
func (f facesShow) Run(ctx context.Context, c *operator) error {
	id, err := faceID(f.Face)
	if err != nil {
		return err
	}
	pictures, err := c.Faces.Pictures(ctx, id, c.actor)
	if err != nil {
		return err
	}
	var written []string
	for _, name := range slices.Sorted(maps.Keys(pictures)) {
		path := filepath.Join(f.To, fmt.Sprintf("%s-%s.jpg", id, name))
		if err := os.WriteFile(path, pictures[name], 0o600); err != nil {
			return err
		}
		written = append(written, path)
	}
	return c.done(map[string]any{"faceId": id, "files": written}, "%d pictures: %v", len(written), written)
}

type facesApprove struct {
	Face   string `arg:"" name:"face-id" help:"Face ID, as printed by faces list."`
	Reason string `default:"" help:"Remark, recorded with the decision."`
}

// Run approves a face.
func (f facesApprove) Run(ctx context.Context, c *operator) error {
	return c.decideFace(ctx, f.Face, face.Approve, "approved", f.Reason)
}

type facesReject struct {
	Face   string `arg:"" name:"face-id" help:"Face ID, as printed by faces list."`
	Reason string `required:"" help:"Reason, recorded with the decision."`
}

// Run rejects a face.
func (f facesReject) Run(ctx context.Context, c *operator) error {
	return c.decideFace(ctx, f.Face, face.Reject, "rejected", f.Reason)
}

type facesEnd struct {
	Phone  string `arg:"" help:"The borrower's phone number."`
	Reason string `required:"" help:"Reason, recorded with the decision."`
}

// Run ends the enrolment.
func (f facesEnd) Run(ctx context.Context, c *operator) error {
	m, err := c.Back.Member(ctx, f.Phone)
	if err != nil {
		return err
	}
	id, err := c.Faces.End(ctx, m.ID, c.by, f.Reason)
	if err != nil {
		return err
	}
	return c.done(map[string]any{"faceId": id, "ended": true}, "The face enrolment of %s has ended", secret.MaskPhone(f.Phone))
}

func (c *operator) decideFace(ctx context.Context, text string, d face.Decision, outcome, why string) error {
	id, err := faceID(text)
	if err != nil {
		return err
	}
	if err := c.Faces.Decide(ctx, id, d, c.by, why); err != nil {
		return err
	}
	return c.done(map[string]any{"faceId": id, "approved": d == face.Approve}, "The face is %s", outcome)
}

func faceID(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return id, fmt.Errorf("%q is not a face ID: see `ops faces list`", text)
	}
	return id, nil
}
