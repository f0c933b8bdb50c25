package face

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

// EnrolmentState is the state of an enrolment.
type EnrolmentState string

// The states of an enrolment. NotEnrolled is the state of a member without one.
const (
	NotEnrolled EnrolmentState = "none"
	// UnderReview: a person compares the face with the ID before it is used.
	UnderReview EnrolmentState = "review"
	Active      EnrolmentState = "active"
	Ended       EnrolmentState = "ended"
)

// The reasons why an enrolment ends.
const (
	EndRejected        = "rejected"
	EndIdentityChanged = "identity_changed"
	EndTooManyFailures = "too_many_failures"
	EndModelChanged    = "model_changed"
	EndConsent         = "consent_withdrawn"
	EndReplaced        = "replaced"
)

// Comparison is the result of comparing the live face with the portrait on the ID.
type Comparison string

// The results of a comparison.
const (
	ComparedAlike     Comparison = "alike"
	ComparedDoubtful  Comparison = "doubtful"
	ComparedDifferent Comparison = "different"
	NoPortraitFound   Comparison = "none"
	PortraitTooSmall  Comparison = "too_small"
	PortraitBroken    Comparison = "undecodable"
)

// Compare combines the search for a portrait on the ID and its likeness to the live face into a comparison.
func Compare(found facecheck.PortraitResult, like facecheck.Likeness) Comparison {
	switch found {
	case facecheck.Found:
	case facecheck.NoPortrait:
		return NoPortraitFound
	case facecheck.TooSmall:
		return PortraitTooSmall
	default:
		return PortraitBroken
	}
	switch like {
	case facecheck.Alike:
		return ComparedAlike
	case facecheck.Different:
		return ComparedDifferent
	default:
		return ComparedDoubtful
	}
}

// First returns the initial state of an enrolment. Only a clear match needs no review.
func (c Comparison) First() EnrolmentState {
	if c == ComparedAlike {
		return Active
	}
	return UnderReview
}

// Enrolment is a member's enrolled face.
type Enrolment struct {
	ID         uuid.UUID
	MemberID   uuid.UUID
	State      EnrolmentState
	EndedFor   string
	Comparison Comparison
	// Descriptor identifies the model that made the template.
	Descriptor string
	FileID     *uuid.UUID
	IDFileID   *uuid.UUID
	Failures   int
	CreatedAt  time.Time
	sealed     []byte
}

const enrolments = `
	SELECT id, member_id, state, ended_for, comparison, descriptor, file_id, id_file_id, failures, created_at, template_enc FROM face_enrolment `

// enrolmentRow is an enrolment with its encrypted template.
type enrolmentRow struct {
	Enrolment
	TemplateEnc []byte
}

func (r enrolmentRow) enrolment() Enrolment {
	r.sealed = r.TemplateEnc
	return r.Enrolment
}

// enrolmentWhere reads the enrolment that matches where, or nil if there is none.
func enrolmentWhere(where string, args ...any) postgres.Query[*Enrolment] {
	return postgres.Then(postgres.Row[enrolmentRow]("face: enrolment", enrolments+where, args...), func(row *enrolmentRow) (*Enrolment, error) {
		if row == nil {
			return nil, nil
		}
		e := row.enrolment()
		return &e, nil
	})
}

// latest selects the relevant enrolment of member $1: the one that has not ended, or else the newest.
const latest = `WHERE member_id = $1 ORDER BY (state <> 'ended') DESC, created_at DESC, id DESC LIMIT 1`

// Latest reads the enrolment of a member that has not ended, or else the newest, or nil if there is none.
func Latest(member uuid.UUID) postgres.Query[*Enrolment] { return enrolmentWhere(latest, member) }

// Active reports whether a face is enrolled and can be used.
func (e *Enrolment) Active() bool { return e != nil && e.State == Active }

// StateOf returns the state of the result of Latest.
func StateOf(e *Enrolment) EnrolmentState {
	if e == nil {
		return NotEnrolled
	}
	return e.State
}

// Template returns the decrypted template of an enrolment.
func (f *Faces) Template(e *Enrolment) (facecheck.Template, error) {
	data, err := f.keyring.Open(e.sealed, templateOwner(e.ID))
	if err != nil {
		return facecheck.Template{}, fmt.Errorf("face: enrolment %s: %w", e.ID, err)
	}
	return facecheck.Template{Descriptor: e.Descriptor, Data: data}, nil
}

// Enrolling is a face to be enrolled.
type Enrolling struct {
	MemberID   uuid.UUID
	Comparison Comparison
	Template   facecheck.Template
	FileID     *uuid.UUID
	IDFileID   uuid.UUID
	// Now is in business time.
	Now time.Time
}

// QueueEnrol stores a face in place of the previous one and returns its initial state.
func (f *Faces) QueueEnrol(b *pgx.Batch, e Enrolling) (EnrolmentState, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", fmt.Errorf("face: enrol: %w", err)
	}
	state := e.Comparison.First()
	QueueEnd(b, e.MemberID, EndReplaced, e.Now)
	b.Queue(`
		INSERT INTO face_enrolment (id, member_id, state, comparison, descriptor, template_enc, file_id, id_file_id, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		id, e.MemberID, state, e.Comparison, e.Template.Descriptor, f.keyring.Seal(e.Template.Data, templateOwner(id)), e.FileID, e.IDFileID, e.Now)
	return state, nil
}

// QueueEnd ends a member's enrolment, if there is one, and deletes its template.
func QueueEnd(b *pgx.Batch, member uuid.UUID, why string, now time.Time) {
	b.Queue(`
		UPDATE face_enrolment SET state = 'ended', ended_at = $3, ended_for = $2, template_enc = NULL
		WHERE member_id = $1 AND state <> 'ended'`, member, why, now)
}

// CountFailure counts a failed check for the enrolment and ends it at the given number of failures without a success in between.
// It reports whether it did.
func CountFailure(member uuid.UUID, most int, now time.Time) postgres.Query[bool] {
	return postgres.Value[bool]("face: count a failure", `
		WITH counted AS (
			UPDATE face_enrolment SET failures = failures + 1,
				state = CASE WHEN failures + 1 >= $2 THEN 'ended' ELSE state END,
				ended_at = CASE WHEN failures + 1 >= $2 THEN $3::timestamptz END,
				ended_for = CASE WHEN failures + 1 >= $2 THEN $4 ELSE '' END,
				template_enc = CASE WHEN failures + 1 >= $2 THEN NULL ELSE template_enc END
			WHERE member_id = $1 AND state <> 'ended' RETURNING state)
		SELECT coalesce(bool_or(state = 'ended'), false) FROM counted`, member, most, now, EndTooManyFailures)
}

// QueueCountSuccess resets the number of failures.
func QueueCountSuccess(b *pgx.Batch, enrolment uuid.UUID) {
	b.Queue(`UPDATE face_enrolment SET failures = 0 WHERE id = $1 AND failures > 0`, enrolment)
}

// Decision is a person's decision about an enrolment.
type Decision string

// The decisions about an enrolment.
const (
	// Approve: the face and the ID are of the same person.
	Approve Decision = "approve"
	// Reject: they are not of the same person, or it cannot be determined.
	Reject Decision = "reject"
	// End: the face is not the member's, because the ID turned out to be false. It also ends an active enrolment.
	End Decision = "end"
)

// decisions maps each decision to the states that it requires and the state that it leads to.
var decisions = map[Decision]struct {
	from []EnrolmentState
	to   EnrolmentState
}{
	Approve: {from: []EnrolmentState{UnderReview}, to: Active},
	Reject:  {from: []EnrolmentState{UnderReview}, to: Ended},
	End:     {from: []EnrolmentState{UnderReview, Active}, to: Ended},
}

// Decide stores a person's decision about an enrolment and returns the member. It returns StateChanged if the enrolment is not in
// a required state, for example because it was decided before.
func Decide(ctx context.Context, tx pgx.Tx, enrolment uuid.UUID, d Decision, by, why string, now time.Time) (member uuid.UUID, err error) {
	const change = `
		UPDATE face_enrolment SET state = $2, decided_at = $5, decided_by = $3, reason = $4,
			ended_at = CASE WHEN $2 = 'ended' THEN $5::timestamptz END, ended_for = CASE WHEN $2 = 'ended' THEN $6 ELSE '' END,
			template_enc = CASE WHEN $2 <> 'ended' THEN template_enc END
		WHERE id = $1 AND state = ANY ($7) RETURNING member_id`
	err = tx.QueryRow(ctx, change, enrolment, decisions[d].to, by, why, now, EndRejected, decisions[d].from).Scan(&member)
	if errors.Is(err, pgx.ErrNoRows) {
		return member, reason.New(reason.StateChanged)
	}
	if err != nil {
		return member, fmt.Errorf("face: decide: %w", postgres.Reason(err))
	}
	return member, nil
}

// Reviews reads a page of the enrolments under review, oldest first.
func Reviews(a paging.Request) postgres.Query[paging.Page[Enrolment]] {
	rows := paging.List("face: reviews", a, paging.Sort{At: "created_at", ID: "id"}, func(row enrolmentRow) paging.Position {
		return paging.Position{At: row.CreatedAt, ID: row.ID}
	}, enrolments+`WHERE state = 'review'`)
	return postgres.Then(rows, func(page paging.Page[enrolmentRow]) (paging.Page[Enrolment], error) {
		all := paging.Page[Enrolment]{Next: page.Next}
		for _, row := range page.Rows {
			all.Rows = append(all.Rows, row.enrolment())
		}
		return all, nil
	})
}

// Get reads an enrolment, or nil if there is none with the id.
func Get(id uuid.UUID) postgres.Query[*Enrolment] { return enrolmentWhere(`WHERE id = $1`, id) }
