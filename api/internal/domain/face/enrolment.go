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

// EnrolmentState is where an enrolment stands.
type EnrolmentState string

// The states; none is that of a member who never enrolled.
const (
	NotEnrolled EnrolmentState = "none"
	// UnderReview: a person compares the face with the ID before it counts.
	UnderReview EnrolmentState = "review"
	Active      EnrolmentState = "active"
	Ended       EnrolmentState = "ended"
)

// Why an enrolment ends.
const (
	EndRejected        = "rejected"
	EndIdentityChanged = "identity_changed"
	EndTooManyFailures = "too_many_failures"
	EndModelChanged    = "model_changed"
	EndConsent         = "consent_withdrawn"
	EndReplaced        = "replaced"
)

// Comparison is what became of the live face beside the portrait of the ID.
type Comparison string

// The comparisons.
const (
	ComparedAlike     Comparison = "alike"
	ComparedDoubtful  Comparison = "doubtful"
	ComparedDifferent Comparison = "different"
	NoPortraitFound   Comparison = "none"
	PortraitTooSmall  Comparison = "too_small"
	PortraitBroken    Comparison = "undecodable"
)

// Compare names the comparison of what was found on an ID and how much it is like the live face.
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

// First is the state that an enrolment begins in: only what is clear does without a person.
func (c Comparison) First() EnrolmentState {
	if c == ComparedAlike {
		return Active
	}
	return UnderReview
}

// Enrolment is the face that a member enrolled.
type Enrolment struct {
	ID         uuid.UUID
	MemberID   uuid.UUID
	State      EnrolmentState
	EndedFor   string
	Comparison Comparison
	// Descriptor is what made the template.
	Descriptor string
	FileID     *uuid.UUID
	IDFileID   *uuid.UUID
	Failures   int
	CreatedAt  time.Time
	sealed     []byte
}

const enrolments = `
	SELECT id, member_id, state, ended_for, comparison, descriptor, file_id, id_file_id, failures, created_at, template_enc FROM face_enrolment `

// enrolmentRow is an enrolment beside its sealed template.
type enrolmentRow struct {
	Enrolment
	TemplateEnc []byte
}

func (r enrolmentRow) enrolment() Enrolment {
	r.sealed = r.TemplateEnc
	return r.Enrolment
}

// enrolmentWhere is the enrolment that where says; nil when there is none.
func enrolmentWhere(where string, args ...any) postgres.Query[*Enrolment] {
	return postgres.Then(postgres.Row[enrolmentRow]("face: enrolment", enrolments+where, args...), func(row *enrolmentRow) (*Enrolment, error) {
		if row == nil {
			return nil, nil
		}
		e := row.enrolment()
		return &e, nil
	})
}

// latest finds the enrolment of a member ($1) that counts: the one that has not ended, or else the newest.
const latest = `WHERE member_id = $1 ORDER BY (state <> 'ended') DESC, created_at DESC, id DESC LIMIT 1`

// Latest is the newest enrolment of a member; nil when there was none.
func Latest(member uuid.UUID) postgres.Query[*Enrolment] { return enrolmentWhere(latest, member) }

// Active reports whether a face is enrolled and counts.
func (e *Enrolment) Active() bool { return e != nil && e.State == Active }

// StateOf is the state of what Latest gave.
func StateOf(e *Enrolment) EnrolmentState {
	if e == nil {
		return NotEnrolled
	}
	return e.State
}

// Template opens the enrolled face.
func (f *Faces) Template(e *Enrolment) (facecheck.Template, error) {
	data, err := f.keyring.Open(e.sealed, templateOwner(e.ID))
	if err != nil {
		return facecheck.Template{}, fmt.Errorf("face: enrolment %s: %w", e.ID, err)
	}
	return facecheck.Template{Descriptor: e.Descriptor, Data: data}, nil
}

// Enrolling is a face that is to be kept.
type Enrolling struct {
	MemberID   uuid.UUID
	Comparison Comparison
	Template   facecheck.Template
	FileID     *uuid.UUID
	IDFileID   uuid.UUID
	// Now is business time.
	Now time.Time
}

// QueueEnrol keeps a face in the place of the one before, and tells the state in which it begins.
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

// QueueEnd ends a member's enrolment, if there is one, and takes its template away.
func QueueEnd(b *pgx.Batch, member uuid.UUID, why string, now time.Time) {
	b.Queue(`
		UPDATE face_enrolment SET state = 'ended', ended_at = $3, ended_for = $2, template_enc = NULL
		WHERE member_id = $1 AND state <> 'ended'`, member, why, now)
}

// CountFailure counts a failure against the enrolment, and ends it at most failures without a success between; it
// reports whether it did.
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

// QueueCountSuccess begins the count of failures anew.
func QueueCountSuccess(b *pgx.Batch, enrolment uuid.UUID) {
	b.Queue(`UPDATE face_enrolment SET failures = 0 WHERE id = $1 AND failures > 0`, enrolment)
}

// Decision is what a person decides about an enrolment.
type Decision string

// The decisions.
const (
	// Approve: the face and the ID are of one person.
	Approve Decision = "approve"
	// Reject: they are not, or nobody can tell.
	Reject Decision = "reject"
	// End: it is not the member's, also where it counts already: the ID that it was compared with has turned out to be false.
	End Decision = "end"
)

// decisions are the states that a decision may find an enrolment in, and the one that it leads to.
var decisions = map[Decision]struct {
	from []EnrolmentState
	to   EnrolmentState
}{
	Approve: {from: []EnrolmentState{UnderReview}, to: Active},
	Reject:  {from: []EnrolmentState{UnderReview}, to: Ended},
	End:     {from: []EnrolmentState{UnderReview, Active}, to: Ended},
}

// Decide writes a person's decision about an enrolment, and gives whose it is. Where that is in no state that the decision may find it in,
// somebody has decided already: StateChanged.
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

// Reviews reads a page of the enrolments that wait for a person, oldest first.
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

// Get is one enrolment; nil when there is none of the id.
func Get(id uuid.UUID) postgres.Query[*Enrolment] { return enrolmentWhere(`WHERE id = $1`, id) }
