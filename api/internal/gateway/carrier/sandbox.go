package carrier

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Passwords that end in these suffixes simulate the behaviour of operators. All others succeed. The development desk shows the same list.
const (
	// EndWrong: the password is wrong.
	EndWrong = "0001"
	// EndDown: the operator accepts no requests.
	EndDown = "0002"
	// EndLostAnswer: the response is lost, but the request was accepted.
	EndLostAnswer = "0003"
	// EndNoAccount: the number has no account yet. After one is opened, the password is correct.
	EndNoAccount = "0004"
	// EndNotOurs: the number belongs to another operator.
	EndNotOurs = "0005"
	// EndSilent: the operator never finishes the request.
	EndSilent = "0006"
	// EndOtherHolder: after the code, the number turns out to be registered to another person.
	EndOtherHolder = "0007"
	// EndLostCode: the first code submitted is lost.
	EndLostCode = "0008"
	// EndNoSecondCode: the first request for another code fails.
	EndNoSecondCode = "0009"
)

// The behaviour of the embedded operator.
const (
	codeDigits = 6
	codeLife   = 5 * time.Minute
	codeTries  = 5
	// processingTime is how long the operator works on a request after the code.
	processingTime = 3 * time.Second
	silent         = 10 * 365 * 24 * time.Hour
	// tenure is the TenureMonths of every number.
	tenure = 26
)

// errLost simulates a response that is lost.
var errLost = errors.New("carrier: sandbox: no response")

// Sandbox is the embedded operator. It has its own books in the schema sandbox_carrier and its own transactions, as if it were a
// remote system. It stores no password.
type Sandbox struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	text  func(ctx context.Context, number, body string) error
}

var _ Gateway = (*Sandbox)(nil)

// NewSandbox returns the operator. text delivers its SMS to a number.
func NewSandbox(pool *pgxpool.Pool, c clock.Clock, text func(ctx context.Context, number, body string) error) *Sandbox {
	return &Sandbox{pool: pool, clock: c, text: text}
}

// detached returns a context with the same deadline but without values, because the operator's round trips must not be counted as ours.
func detached(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.Background(), func() {}
	}
	return context.WithDeadline(context.Background(), deadline)
}

// Start accepts a request. For a known reference it returns the current state.
func (s *Sandbox) Start(ctx context.Context, r Request) (Answer, error) {
	if err := postgres.NotInTx(ctx); err != nil {
		return Answer{State: Unknown}, err
	}
	ctx, done := detached(ctx)
	defer done()
	end := r.Password[max(0, len(r.Password)-4):]
	if end == EndDown {
		return Answer{State: Unknown}, ErrDown
	}
	state, why, err := s.judge(ctx, r, end)
	if err != nil {
		return Answer{State: Unknown}, err
	}
	code, now := secret.Digits(codeDigits), s.clock.Now()
	taken, err := s.pool.Exec(ctx, `
		INSERT INTO sandbox_carrier.request (reference, carrier, number, kind, state, reason, plan, code, code_sent_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) ON CONFLICT (reference) DO NOTHING`,
		r.Reference, r.Carrier, r.Number, r.Kind, state, why, plan(end), code, now)
	if err != nil {
		return Answer{State: Unknown}, fmt.Errorf("carrier: sandbox: %w", err)
	}
	if taken.RowsAffected() == 1 && state == Code {
		if err := s.text(ctx, r.Number, sms(r.Carrier, code)); err != nil {
			return Answer{State: Unknown}, err
		}
	}
	if end == EndLostAnswer {
		return Answer{State: Unknown}, errLost
	}
	return s.Lookup(ctx, r.Reference)
}

func sms(carrier, code string) string {
	return strings.ToUpper(carrier[:1]) + carrier[1:] + ": OTP " + code
}

// judge returns the operator's reaction to a password.
func (s *Sandbox) judge(ctx context.Context, r Request, end string) (State, string, error) {
	switch {
	case end == EndNotOurs:
		return Failed, NotOurs, nil
	case end == EndWrong && r.Kind == Verify:
		return Failed, WrongPassword, nil
	case end != EndNoAccount && r.Kind == Verify:
		return Code, "", nil
	}
	var open bool
	err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM sandbox_carrier.account WHERE carrier = $1 AND number = $2)`, r.Carrier, r.Number).Scan(&open)
	switch {
	case err != nil:
		return Unknown, "", fmt.Errorf("carrier: sandbox: %w", err)
	case r.Kind == Register && open:
		return Failed, AccountExists, nil
	case r.Kind == Verify && !open:
		return Failed, NoAccount, nil
	}
	return Code, "", nil
}

// plan returns the simulated behaviour for the end of a password. The password itself is not stored.
func plan(end string) string {
	switch end {
	case EndSilent:
		return "silent"
	case EndOtherHolder:
		return "other holder"
	case EndLostCode:
		return "lose a code"
	case EndNoSecondCode:
		return "no second code"
	}
	return ""
}

// SubmitCode verifies a code.
func (s *Sandbox) SubmitCode(ctx context.Context, reference, code string) (Answer, error) {
	if err := postgres.NotInTx(ctx); err != nil {
		return Answer{State: Unknown}, err
	}
	ctx, done := detached(ctx)
	defer done()
	if lost, err := s.once(ctx, reference, "lose a code"); err != nil || lost {
		return Answer{State: Unknown}, errors.Join(err, errLost)
	}
	now := s.clock.Now()
	var verdict string
	// A code that was correct before is accepted again, because the response may have been lost.
	err := s.pool.QueryRow(ctx, `
		WITH judged AS (
			SELECT reference, plan, CASE
				WHEN state <> 'code' THEN 'over'
				WHEN code_sent_at + $3::interval <= $4 THEN 'code_expired'
				WHEN code = $2 THEN 'right'
				WHEN tries + 1 >= $5 THEN 'locked'
				ELSE 'wrong_code' END AS verdict
			FROM sandbox_carrier.request WHERE reference = $1 FOR NO KEY UPDATE
		), moved AS (
			UPDATE sandbox_carrier.request r SET
				state = CASE verdict WHEN 'right' THEN 'waiting' WHEN 'locked' THEN 'failed' ELSE r.state END,
				reason = CASE verdict WHEN 'locked' THEN 'locked' ELSE r.reason END,
				ready_at = CASE verdict WHEN 'right' THEN $4 + CASE judged.plan WHEN 'silent' THEN $7::interval ELSE $6::interval END ELSE ready_at END,
				tries = r.tries + CASE WHEN verdict IN ('wrong_code', 'locked') THEN 1 ELSE 0 END
			FROM judged WHERE r.reference = judged.reference
		)
		SELECT verdict FROM judged`, reference, code, codeLife, now, codeTries, processingTime, silent).Scan(&verdict)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Answer{State: NotFound}, nil
	case err != nil:
		return Answer{State: Unknown}, fmt.Errorf("carrier: sandbox: %w", err)
	case verdict == WrongCode, verdict == CodeExpired:
		return Answer{State: Code, Reason: verdict, CodeLength: codeDigits}, nil
	}
	return s.Lookup(ctx, reference)
}

// SendCode sends another code.
func (s *Sandbox) SendCode(ctx context.Context, reference string) (Answer, error) {
	if err := postgres.NotInTx(ctx); err != nil {
		return Answer{State: Unknown}, err
	}
	ctx, done := detached(ctx)
	defer done()
	if lost, err := s.once(ctx, reference, "no second code"); err != nil || lost {
		return Answer{State: Unknown}, errors.Join(err, ErrDown)
	}
	code := secret.Digits(codeDigits)
	var carrier, number string
	err := s.pool.QueryRow(ctx, `
		UPDATE sandbox_carrier.request SET code = $2, code_sent_at = $3 WHERE reference = $1 AND state = 'code'
		RETURNING carrier, number`, reference, code, s.clock.Now()).Scan(&carrier, &number)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Answer{State: Unknown}, fmt.Errorf("carrier: sandbox: %w", err)
	}
	if err == nil {
		if err := s.text(ctx, number, sms(carrier, code)); err != nil {
			return Answer{State: Unknown}, err
		}
	}
	return s.Lookup(ctx, reference)
}

// once reports whether the request has the plan, and removes it, so that it is carried out once.
func (s *Sandbox) once(ctx context.Context, reference, plan string) (bool, error) {
	tag, err := s.pool.Exec(ctx, `UPDATE sandbox_carrier.request SET plan = '' WHERE reference = $1 AND plan = $2`, reference, plan)
	if err != nil {
		return false, fmt.Errorf("carrier: sandbox: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}

// Lookup reads the operator's books. A request whose work time is over is finished first.
func (s *Sandbox) Lookup(ctx context.Context, reference string) (Answer, error) {
	if err := postgres.NotInTx(ctx); err != nil {
		return Answer{State: Unknown}, err
	}
	ctx, done := detached(ctx)
	defer done()
	answer := Answer{CodeLength: codeDigits}
	err := s.pool.QueryRow(ctx, `
		WITH ready AS (
			UPDATE sandbox_carrier.request SET
				state = CASE plan WHEN 'other holder' THEN 'failed' ELSE 'verified' END,
				reason = CASE plan WHEN 'other holder' THEN 'other_holder' ELSE '' END
			WHERE reference = $1 AND state = 'waiting' AND ready_at <= $2
			RETURNING reference, carrier, number, kind, state, reason
		), opened AS (
			INSERT INTO sandbox_carrier.account (carrier, number, opened_at)
			SELECT carrier, number, $2 FROM ready WHERE kind = 'register' AND state = 'verified'
			ON CONFLICT DO NOTHING
		)
		SELECT COALESCE(ready.state, r.state), COALESCE(ready.reason, r.reason)
		FROM sandbox_carrier.request r LEFT JOIN ready USING (reference) WHERE r.reference = $1`, reference, s.clock.Now()).
		Scan(&answer.State, &answer.Reason)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Answer{State: NotFound}, nil
	case err != nil:
		return Answer{State: Unknown}, fmt.Errorf("carrier: sandbox: %w", err)
	}
	if answer.State == Verified {
		months := tenure
		answer.TenureMonths = &months
	}
	return answer, nil
}
