package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// LoginRequest is a login by SMS code. The first login of an unknown number registers it.
type LoginRequest struct {
	Phone string
	Code  string
	From  Caller
	Lang  lang.Lang
	// AppProductID is the app product of the request's host name.
	AppProductID string
	// ChannelCode is the channel through which a new member came, or empty if unknown.
	ChannelCode string
	// DeviceLabel is a text by which the member recognises the device, such as its user agent.
	DeviceLabel string
	// Consents are the statements made during the login.
	Consents []Consent
	// Then, if set, runs last in the login's transaction and leaves its writes in a batch, so that COMMIT follows them in one round trip.
	Then func(ctx context.Context, tx pgx.Tx, last *pgx.Batch, login Login) error
}

// Login is a new session.
type Login struct {
	Token    string
	MemberID uuid.UUID
	DeviceID uuid.UUID
	IsNew    bool
	// NewDevice is true if the member has never logged in on this device before.
	NewDevice bool
}

// LogIn verifies the code and opens a session. It reads nothing about the member before the code is verified, so that known,
// unknown and deleted numbers get the same response until then.
func (m *Members) LogIn(ctx context.Context, r LoginRequest) (Login, error) {
	national, err := m.national(r.Phone)
	if err != nil {
		return Login{}, err
	}
	if err := m.mayTry(ctx, national, r.From); err != nil {
		return Login{}, err
	}
	var login Login
	var proof loginProof
	err = postgres.InTxBatched(ctx, m.Pool, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
		now := m.Clock.Now()
		// A wrong try is counted even if the login fails. A correct code is used up in the transaction that opens the session.
		var err error
		if proof, err = m.proveLogin(ctx, tx, national, r, now); err != nil {
			return postgres.CommitWith(err)
		}
		login, err = m.open(ctx, tx, national, r, proof, now)
		switch {
		case reason.Of(err) == reason.PhoneErased:
			return postgres.CommitWith(err)
		case err != nil || r.Then == nil:
			return err
		}
		return r.Then(ctx, tx, last, login)
	})
	// On a repeated request the work of the registration is already done, but the client has not yet been told that the account is new.
	login.IsNew = login.IsNew || (proof.joined && err == nil)
	if errors.Is(err, errGuessed) {
		return Login{}, errors.Join(err, m.countFailure(ctx, national, r.From, m.wrongCodeBucket(r.From)))
	}
	return login, err
}

// wrongCodeBucket counts the wrong codes from one address. It counts only guesses, so other people behind the same address can log
// in as long as no one there guesses.
func (m *Members) wrongCodeBucket(from Caller) limit.Bucket {
	return limit.Bucket{Name: "login.wrong.ip", Subject: from.IP, Rules: m.Limits.WrongPerIP}
}

// mayTry refuses an address with too many wrong codes. A member's own device is always allowed: its guesses are limited by the
// tries of its own codes.
func (m *Members) mayTry(ctx context.Context, national string, from Caller) error {
	asking, own := postgres.Piggyback(ctx, m.Pool, m.ownDevice(national, from))
	verdict, err := m.Limiter.Peek(asking, m.Pool, m.wrongCodeBucket(from))
	if err != nil || own.Get() {
		return err
	}
	return verdict.Refusal(reason.TooManyRequests)
}

// loginProof is the way in which a login was proved.
type loginProof struct {
	// again means that this device used the code within the last usedCodeGrace, joined that it registered with it.
	again, joined bool
}

// proveLogin verifies the code, or that this device used it within the last usedCodeGrace.
func (m *Members) proveLogin(ctx context.Context, tx pgx.Tx, national string, r LoginRequest, now time.Time) (loginProof, error) {
	_, err := m.judge(ctx, tx, enteredCode{national, CodeLogin, m.askedFrom(r.From), r.Code}, uuid.Nil, now)
	if reason.Of(err) != reason.CodeFirst {
		return loginProof{}, err
	}
	lost, joined, failed := m.answerLost(ctx, tx, national, r, now)
	if failed != nil || lost {
		return loginProof{again: true, joined: joined}, failed
	}
	return loginProof{}, err
}

// usedCodeGrace is how long a used code still works for the device that used it.
const usedCodeGrace = 2 * time.Minute

// answerLost reports whether this device used the code within the last usedCodeGrace, so that its client probably never got the response. A
// borrower with a bad connection must not wait for another code. The device's name is random and secret. A device that has been
// logged out since gets nothing. joined reports whether that login registered the member.
func (m *Members) answerLost(ctx context.Context, tx pgx.Tx, national string, r LoginRequest, now time.Time) (lost, joined bool, err error) {
	const query = usedNewest + `
		SELECT count(*) > 0, coalesce(bool_or(member.created_at >= newest.used_at), false)
		FROM newest
		JOIN member ON member.region = $1 AND member.phone_hash = $2
		JOIN device ON device.member_id = member.id AND device.hash = $6
		JOIN session ON session.device_id = device.id AND session.created_at >= newest.used_at AND session.revoked_at IS NULL
		WHERE newest.code_hmac = $5 AND newest.used_at > $7`
	if r.From.Device == "" || !CodeShaped(r.Code) {
		return false, false, nil
	}
	err = tx.QueryRow(ctx, query, m.Region.Code, m.PhoneHash(national), int(CodeLogin), m.askedFrom(r.From), m.codeHash(national, CodeLogin, r.Code),
		m.deviceHash(r.From.Device), now.Add(-usedCodeGrace)).Scan(&lost, &joined)
	if err != nil {
		return false, false, fmt.Errorf("member: log in again: %w", err)
	}
	return lost, joined, nil
}

// upsertMember inserts or updates a member. A deleted member's row keeps the hash of the number, so that the conflict prevents a
// new registration.
const upsertMember = `
	INSERT INTO member (region, phone, phone_hash, lang, channel_code, created_at)
	VALUES ($1, $2, $3, $4, nullif($5, ''), $6)
	ON CONFLICT ON CONSTRAINT member_phone_key DO UPDATE SET lang = excluded.lang
	WHERE member.status <> 'deleted'
	RETURNING id, xmax = 0`

func (m *Members) open(ctx context.Context, tx pgx.Tx, national string, r LoginRequest, proof loginProof, now time.Time) (Login, error) {
	var login Login
	err := tx.QueryRow(ctx, upsertMember, m.Region.Code, national, m.PhoneHash(national), string(r.Lang), r.ChannelCode, now).
		Scan(&login.MemberID, &login.IsNew)
	if errors.Is(err, pgx.ErrNoRows) {
		return Login{}, reason.New(reason.PhoneErased)
	}
	if err != nil {
		return Login{}, fmt.Errorf("member: log in: %w", err)
	}
	known := false
	if !login.IsNew {
		if known, err = m.SecondFact.Known(ctx, tx, login.MemberID); err != nil {
			return Login{}, err
		}
	}
	token, hash := secret.NewToken()
	login.Token = token
	b := &pgx.Batch{}
	m.queueSession(b, &login, hash, !known, r, now)
	queueLoginConsents(b, login.MemberID, hash, r.Consents, now)
	if !proof.again {
		m.Limiter.QueueUncount(b, m.Limits.UnverifiedBack, m.unverifiedBuckets(r.From)...)
	}
	err = postgres.Send(ctx, tx, b)
	return login, err
}

// queueSession inserts or updates the device and opens a session on it. The device's earlier session ends. A new device is trusted
// at once if trust is set, because there is no verified identity to protect; a trusted device stays trusted. It sets DeviceID and
// NewDevice of login.
func (m *Members) queueSession(b *pgx.Batch, login *Login, tokenHash []byte, trust bool, r LoginRequest, now time.Time) {
	const insert = `
		WITH met AS (
			INSERT INTO device (member_id, hash, label, trusted_at, created_at, seen_at)
			VALUES ($1, $2, $3, CASE WHEN $4 THEN $5::timestamptz END, $5, $5)
			ON CONFLICT ON CONSTRAINT device_member_key DO UPDATE
			SET seen_at = excluded.seen_at, label = excluded.label, trusted_at = coalesce(device.trusted_at, excluded.trusted_at)
			RETURNING id, xmax = 0 AS fresh
		), ended AS (
			UPDATE session SET revoked_at = $5 FROM met WHERE session.device_id = met.id AND session.member_id = $1 AND session.revoked_at IS NULL
		)
		INSERT INTO session (token_hash, member_id, device_id, app_product_id, created_at, expires_at)
		SELECT $6, $1, id, $7, $5, $8 FROM met
		RETURNING device_id, (SELECT fresh FROM met)`
	b.Queue(insert, login.MemberID, m.deviceHash(r.From.Device), truncate(r.DeviceLabel, 200), trust, now, tokenHash, r.AppProductID, now.Add(SessionLife)).
		QueryRow(func(row pgx.Row) error { return row.Scan(&login.DeviceID, &login.NewDevice) })
}

// deviceHash returns the keyed hash of a device's name. A caller without a name is a new device each time.
func (m *Members) deviceHash(device string) []byte {
	if device == "" {
		device = uuid.NewString()
	}
	return m.Hasher.Hash("device", device)
}

// truncate keeps the printable ASCII characters of a label, at most n bytes, because a header may contain anything.
func truncate(label string, n int) string {
	clean := make([]byte, 0, n)
	for i := 0; i < len(label) && len(clean) < n; i++ {
		if label[i] >= ' ' && label[i] < 0x7f {
			clean = append(clean, label[i])
		}
	}
	return string(clean)
}
