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

// CodeType is the purpose of an SMS code.
type CodeType int

// The types of codes.
const (
	CodeLogin   CodeType = 200
	CodeConfirm CodeType = 201
	CodeCard    CodeType = 202
	CodeDelete  CodeType = 203
	CodeData    CodeType = 204
	// CodeFaceKey is for registering a key with which a device signs face checks.
	CodeFaceKey CodeType = 205
	// FaceCheck is not a code type. It marks a session as fresh after a face check for a new bank card.
	FaceCheck CodeType = 300
)

// String returns the number of the type.
func (t CodeType) String() string { return strconv.Itoa(int(t)) }

const (
	// CodeLife is how long a code is valid, CodeTries how often a wrong code may be entered.
	CodeLife  = 5 * time.Minute
	CodeTries = 5
)

// codeHash returns the keyed hash of a code for a number and a type. Codes are stored only as this hash.
func (m *Members) codeHash(national string, kind CodeType, code string) []byte {
	return m.Hasher.Hash("sms_code", m.Region.Code, national, kind.String(), code)
}

// askedFrom returns the keyed hash of the requester of a login code: their device, or their address if they send no device. A code
// works only on the device that requested it, so that tricking a borrower into telling a code is not enough.
func (m *Members) askedFrom(from Caller) []byte {
	if from.Device == "" {
		return m.Hasher.Hash("sms_code_asker", "line", from.IP)
	}
	return m.Hasher.Hash("sms_code_asker", "device", from.Device)
}

// askedOn returns the keyed hash of the requester of any other code: the device of the session.
func (m *Members) askedOn(device uuid.UUID) []byte {
	return m.Hasher.Hash("sms_code_asker", "session", device.String())
}

// askerOf returns the keyed hash of the requester of a code.
func (m *Members) askerOf(r SendRequest) []byte {
	if r.Type == CodeLogin {
		return m.askedFrom(r.From)
	}
	return m.askedOn(r.Device)
}

// networkHash returns the keyed hash of the network from which a code is requested, or of the address if there is no network.
func (m *Members) networkHash(from Caller) []byte {
	return m.Hasher.Hash("sms_code_network", cmp.Or(from.Network, from.IP))
}

// issueCode stores a new code. It replaces earlier codes of the same type and requester. With an error the code of the returned id
// is stored or not.
func (m *Members) issueCode(ctx context.Context, db postgres.DB, national string, kind CodeType, asker, network []byte, now time.Time) (id uuid.UUID, code string, err error) {
	const insert = `
		INSERT INTO sms_code (id, region, phone_hash, type, code_hmac, asker_hash, network_hash, sent_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
	if id, err = uuid.NewV7(); err != nil {
		return uuid.Nil, "", fmt.Errorf("member: id of a code: %w", err)
	}
	code = secret.Digits(m.Region.SMSCodeLength)
	_, err = db.Exec(ctx, insert, id, m.Region.Code, m.PhoneHash(national), int(kind), m.codeHash(national, kind, code), asker, network, now, now.Add(CodeLife))
	if err != nil {
		return id, "", fmt.Errorf("member: issue a code: %w", postgres.Reason(err))
	}
	return id, code, nil
}

// endCode deletes a code that was not sent, so that the one before is the newest again. It reports whether no code was entered for
// it; the code may not have been stored.
func endCode(ctx context.Context, db postgres.DB, id uuid.UUID) (untried bool, err error) {
	const end = `
		WITH ended AS (DELETE FROM sms_code WHERE id = $1 AND used_at IS NULL RETURNING tries = 0 AS untried)
		SELECT coalesce((SELECT untried FROM ended), NOT EXISTS (SELECT FROM sms_code WHERE id = $1))`
	if err = db.QueryRow(ctx, end, id).Scan(&untried); err != nil {
		return false, fmt.Errorf("member: end a code: %w", postgres.Reason(err))
	}
	return untried, nil
}

// expireCode ends the validity of a code that will never arrive, so that nobody is asked to enter it. It stays counted, and counts as
// unverified: requests for numbers that do not exist are a sign of an attack.
func expireCode(ctx context.Context, db postgres.DB, id uuid.UUID) error {
	if _, err := db.Exec(ctx, `UPDATE sms_code SET expires_at = sent_at WHERE id = $1`, id); err != nil {
		return fmt.Errorf("member: expire a code: %w", postgres.Reason(err))
	}
	return nil
}

// markUncertain records that it is unknown whether a code was sent. The code stays valid, because it may arrive, but counts
// neither towards the share of verified codes nor among the unverified codes of its address and network. counted are the buckets
// in which it was counted.
func (m *Members) markUncertain(ctx context.Context, id uuid.UUID, counted []limit.Bucket) error {
	b := &pgx.Batch{}
	b.Queue(`UPDATE sms_code SET uncertain = true WHERE id = $1`, id)
	m.Limiter.QueueUncount(b, 1, slices.DeleteFunc(slices.Clone(counted), func(c limit.Bucket) bool {
		return c.Name != unverifiedAddress && c.Name != unverifiedNetwork
	})...)
	if err := postgres.Send(ctx, m.Pool, b); err != nil {
		return fmt.Errorf("member: mark a code: %w", err)
	}
	return nil
}

// newestCode selects the newest code of region $1, number $2 and type $3 that requester $4 was sent. Codes without a requester
// were sent by an earlier release. Codes of other requesters do not matter, so someone who only knows the number cannot find out
// whether a code was sent, use up its tries or replace it. Each code has its own tries, and only its requester can use them, so
// the number's limits on codes also limit the guesses.
const newestCode = `
	WITH newest AS (
		SELECT id, code_hmac, expires_at, tries, used_at
		FROM sms_code
		WHERE region = $1 AND phone_hash = $2 AND type = $3 AND coalesce(asker_hash, $4) = $4
		ORDER BY sent_at DESC, id DESC
		LIMIT 1`

// usedNewest is newestCode for a request that repeats a successful one and gets the same answer.
const usedNewest = newestCode + `
	)`

// judgeCode finds the newest code, checks the entered one and counts the try in one statement. So a wrong try counts whatever
// happens to the request, and a correct code works for only one of several concurrent requests.
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

// enteredCode is a code as entered.
type enteredCode struct {
	national string
	kind     CodeType
	// asker is the keyed hash of the person who enters the code.
	asker []byte
	code  string
}

// VerifyCode verifies a code that a session's device requested for its number. It is one statement: run it on the pool, or return
// its error through postgres.CommitWith, so that a wrong try is counted even if the request fails.
func (m *Members) VerifyCode(ctx context.Context, db postgres.DB, national string, device uuid.UUID, kind CodeType, code string, now time.Time) error {
	_, err := m.judge(ctx, db, enteredCode{national, kind, m.askedOn(device), code}, uuid.Nil, now)
	return err
}

// judge verifies a code and, in the same statement, makes the given session fresh if it has not been revoked. The session is fresh
// for the purpose of this code only; this replaces an earlier purpose.
func (m *Members) judge(ctx context.Context, db postgres.DB, e enteredCode, session uuid.UUID, now time.Time) (fresh bool, err error) {
	if !CodeShaped(e.code) {
		return false, reason.New(reason.CodeLength)
	}
	type verdict struct {
		Verdict string
		Tries   int
		Fresh   bool
	}
	// As a query, so that a transaction that begins with it sends its BEGIN in the same round trip.
	v, err := postgres.OneRow[verdict]("member: verify a code", reason.CodeFirst, judgeCode, m.Region.Code, m.PhoneHash(e.national), int(e.kind), e.asker,
		m.codeHash(e.national, e.kind, e.code), now, CodeTries, session, now.Add(FreshLife)).Read(ctx, db)
	if err != nil {
		return false, err
	}
	return v.Fresh, judged(v.Verdict, v.Tries)
}

// judged returns the reason why a code was not accepted, or nil if it was.
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

// errGuessed is the cause of errors for wrong guesses. A code entered after expiry or use is not a guess.
var errGuessed = errors.New("member: wrong code")

// CodeShaped reports whether code has 4 or 6 digits (spec 5, 10005).
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
