package member

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// CodeType is what an SMS code is good for.
type CodeType int

// The types.
const (
	CodeLogin   CodeType = 200
	CodeConfirm CodeType = 201
	CodeCard    CodeType = 202
	CodeDelete  CodeType = 203
	CodeData    CodeType = 204
	// CodeFaceKey is for a key with which a device signs face checks.
	CodeFaceKey CodeType = 205
	// FaceCheck is no code: it is what a session is fresh for after a face check beside a new card.
	FaceCheck CodeType = 300
)

// String is the type's number.
func (t CodeType) String() string { return strconv.Itoa(int(t)) }

const (
	// CodeLife is how long a code is good, CodeTries how often it may be entered wrongly.
	CodeLife  = 5 * time.Minute
	CodeTries = 5
)

// Only a code's keyed hash is kept, bound to number and type.
func (m *Members) codeHash(national string, kind CodeType, code string) []byte {
	return m.Hasher.Hash("sms_code", m.Region.Code, national, kind.String(), code)
}

// askedFrom is the keyed name of who asks for a login code: their device, or their address where they name no device. Whoever
// gets a borrower to tell their code has to have their phone, too.
func (m *Members) askedFrom(from Caller) []byte {
	if from.Device == "" {
		return m.Hasher.Hash("sms_code_asker", "line", from.IP)
	}
	return m.Hasher.Hash("sms_code_asker", "device", from.Device)
}

// askedOn is the keyed name of who asks for any other code: the device of their session.
func (m *Members) askedOn(device uuid.UUID) []byte {
	return m.Hasher.Hash("sms_code_asker", "session", device.String())
}

// askerOf is the keyed name of who asks for a code.
func (m *Members) askerOf(r SendRequest) []byte {
	if r.Type == CodeLogin {
		return m.askedFrom(r.From)
	}
	return m.askedOn(r.Device)
}

// networkHash is the keyed name of the network that a code is asked for from.
func (m *Members) networkHash(from Caller) []byte {
	return m.Hasher.Hash("sms_code_network", cmp.Or(from.Network, from.IP))
}

// issueCode stores a new code, which makes every earlier one of its type worthless that the same asker had.
func (m *Members) issueCode(ctx context.Context, db postgres.DB, national string, kind CodeType, asker, network []byte, now time.Time) (id uuid.UUID, code string, err error) {
	const insert = `
		INSERT INTO sms_code (region, phone_hash, type, code_hmac, asker_hash, network_hash, sent_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		RETURNING id`
	code = secret.Digits(m.Region.SMSCodeLength)
	err = db.QueryRow(ctx, insert, m.Region.Code, m.PhoneHash(national), int(kind), m.codeHash(national, kind, code), asker, network, now, now.Add(CodeLife)).Scan(&id)
	if err != nil {
		return uuid.Nil, "", fmt.Errorf("member: issue a code: %w", postgres.Reason(err))
	}
	return id, code, nil
}

// endCode ends a code that was not sent; the one before is the newest again. It reports whether nobody has entered
// anything into it.
func endCode(ctx context.Context, db postgres.DB, id uuid.UUID) (untried bool, err error) {
	const end = `DELETE FROM sms_code WHERE id = $1 AND used_at IS NULL RETURNING tries = 0`
	err = db.QueryRow(ctx, end, id).Scan(&untried)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("member: end a code: %w", postgres.Reason(err))
	}
	return untried, nil
}

// markUncertain keeps that nobody knows whether a code was sent: it is good, as it may arrive, and says nothing about the
// share of those that are typed back, nor among those of its address that are not. counted is what it was counted on.
func (m *Members) markUncertain(ctx context.Context, id uuid.UUID, counted []limit.Bucket) error {
	b := &pgx.Batch{}
	b.Queue(`UPDATE sms_code SET uncertain = true WHERE id = $1`, id)
	m.Limiter.QueueGiveBack(b, 1, slices.DeleteFunc(slices.Clone(counted), func(c limit.Bucket) bool {
		return c.Name != unverifiedAddress && c.Name != unverifiedNetwork
	})...)
	if err := postgres.Send(ctx, m.Pool, b); err != nil {
		return fmt.Errorf("member: mark a code: %w", err)
	}
	return nil
}

// newestCode names the newest code of region $1, number $2 and type $3 that asker $4 had sent. Codes without an asker were
// sent by the version before they were kept. What others had sent to the number plays no part: who knows it and nothing
// else cannot tell whether a code is under way, nor use its tries up, nor put another in its place. Every code has its own
// tries, and only its asker has them: there are no more guesses than codes that the number's limits let through.
const newestCode = `
	WITH newest AS (
		SELECT id, code_hmac, expires_at, tries, used_at
		FROM sms_code
		WHERE region = $1 AND phone_hash = $2 AND type = $3 AND coalesce(asker_hash, $4) = $4
		ORDER BY sent_at DESC, id DESC
		LIMIT 1`

// usedNewest is newestCode for whoever used it a moment ago, who may be told the answer again.
const usedNewest = newestCode + `
	)`

// One statement finds the newest code, judges what was entered and counts it, so that a wrong try counts whatever
// becomes of the request, and a right code serves one request of several at once.
const judgeCode = newestCode + `
		FOR NO KEY UPDATE
	), judged AS (
		SELECT id, tries, CASE
			WHEN used_at IS NOT NULL THEN 'none'
			WHEN expires_at <= $6 THEN 'expired'
			WHEN tries >= $7 THEN 'burnt'
			WHEN code_hmac = $5 THEN 'right'
			ELSE 'wrong'
		END AS verdict
		FROM newest
	), counted AS (
		UPDATE sms_code
		SET tries = sms_code.tries + CASE WHEN verdict = 'wrong' THEN 1 ELSE 0 END,
			used_at = CASE WHEN verdict = 'right' THEN $6 END
		FROM judged
		WHERE sms_code.id = judged.id AND verdict IN ('right', 'wrong')
	), freshened AS (
		UPDATE session SET fresh_until = $9, fresh_for = $3
		FROM judged
		WHERE session.id = $8 AND session.revoked_at IS NULL AND verdict = 'right'
		RETURNING session.id
	)
	SELECT verdict, tries, EXISTS (SELECT FROM freshened) AS fresh FROM judged`

// enteredCode is a code as it was entered.
type enteredCode struct {
	national string
	kind     CodeType
	// asker is the keyed name of who enters it.
	asker []byte
	code  string
}

// VerifyCode proves a code that a session's device had sent to its number. It is one statement: run it on the pool, or
// give its refusal back under postgres.CommitWith, so that a wrong try stays counted when the request fails.
func (m *Members) VerifyCode(ctx context.Context, db postgres.DB, national string, device uuid.UUID, kind CodeType, code string, now time.Time) error {
	_, err := m.judge(ctx, db, enteredCode{national, kind, m.askedOn(device), code}, uuid.Nil, now)
	return err
}

// judge proves a code and, in the same statement, starts the fresh minutes of a session that still stands, if one is
// named. They are good for what the code was sent for; those of an earlier code end.
func (m *Members) judge(ctx context.Context, db postgres.DB, e enteredCode, session uuid.UUID, now time.Time) (fresh bool, err error) {
	if !CodeShaped(e.code) {
		return false, reason.New(reason.CodeLength)
	}
	type verdict struct {
		Verdict string
		Tries   int
		Fresh   bool
	}
	// As a query: a transaction that begins with it has sent its BEGIN along.
	v, err := postgres.OneRow[verdict]("member: verify a code", reason.CodeFirst, judgeCode, m.Region.Code, m.PhoneHash(e.national), int(e.kind), e.asker,
		m.codeHash(e.national, e.kind, e.code), now, CodeTries, session, now.Add(FreshLife)).Read(ctx, db)
	if err != nil {
		return false, err
	}
	return v.Fresh, judged(v.Verdict, v.Tries)
}

// judged is why a code did not do, nil when it did.
func judged(verdict string, tries int) error {
	switch {
	case verdict == "right":
		return nil
	case verdict == "none":
		return reason.New(reason.CodeFirst)
	case verdict == "expired":
		return reason.New(reason.SMSCodeExpired)
	case verdict == "burnt":
		return reason.New(reason.SMSCodeBurnt)
	case tries+1 >= CodeTries:
		return reason.New(reason.SMSCodeBurnt).Because(errGuessed)
	default:
		return reason.New(reason.SMSCodeWrong).Because(errGuessed)
	}
}

// errGuessed is the cause of a refusal that might have been none: what was entered into a code that is over is no guess.
var errGuessed = errors.New("member: not the code")

// CodeShaped: 4 or 6 digits (specification 5, 10005).
func CodeShaped(code string) bool {
	if len(code) != 4 && len(code) != 6 {
		return false
	}
	for _, r := range code {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}
