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

// LoginRequest is a login by SMS code; an unknown number registers by it.
type LoginRequest struct {
	Phone string
	Code  string
	From  Caller
	Lang  lang.Lang
	// AppProductID is the product that the host name stood for.
	AppProductID string
	// ChannelCode says where a new member came from; empty when unknown.
	ChannelCode string
	// DeviceLabel is how the member will recognise the device, such as its user agent.
	DeviceLabel string
	// Consents are what was agreed to on the way.
	Consents []Consent
	// Then, where set, runs in the transaction of the login, after everything else, and leaves its writes in a batch: COMMIT
	// follows them in one round trip.
	Then func(ctx context.Context, tx pgx.Tx, last *pgx.Batch, login Login) error
}

// Login is a new session.
type Login struct {
	Token    string
	MemberID uuid.UUID
	DeviceID uuid.UUID
	IsNew    bool
	// NewDevice tells that the member was never logged in on this device before.
	NewDevice bool
}

// LogIn proves the code and opens a session. Nothing about the member is looked at before the code is proved, so known,
// unknown and deleted numbers answer alike until then.
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
		// A wrong try counts, whatever becomes of the login; a right code is used up with the session that it opens.
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
	// What follows from a registration has been done with the answer that was lost; the phone has yet to hear of it.
	login.IsNew = login.IsNew || (proof.joined && err == nil)
	if errors.Is(err, errGuessed) {
		return Login{}, errors.Join(err, m.countFailure(ctx, national, r.From, m.wrongCodeBucket(r.From)))
	}
	return login, err
}

// wrongCodeBucket counts the wrong codes that come from one address. Only those are in it that were guesses: others behind the
// same address log in as long as nobody there guesses.
func (m *Members) wrongCodeBucket(from Caller) limit.Bucket {
	return limit.Bucket{Name: "login.wrong.ip", Subject: from.IP, Rules: m.Limits.WrongPerIP}
}

// mayTry lets a member's own device try however many others behind its address have guessed: its guesses are bounded by the
// tries of its own codes.
func (m *Members) mayTry(ctx context.Context, national string, from Caller) error {
	asking, own := postgres.Piggyback(ctx, m.Pool, m.ownDevice(national, from))
	verdict, err := m.Limiter.Peek(asking, m.Pool, m.wrongCodeBucket(from))
	if err != nil || own.Get() {
		return err
	}
	return verdict.Refusal(reason.TooManyRequests)
}

// loginProof is how a login was proved.
type loginProof struct {
	// again: the code had been used a moment ago by this very device; joined: it registered with it then.
	again, joined bool
}

// proveLogin proves the code, or that this very device has just used it.
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

// answerGrace is how long after its login a used code still serves the phone that used it.
const answerGrace = 2 * time.Minute

// answerLost reports whether the code was used a moment ago by this very device, which therefore never heard the answer:
// a borrower on a bad line must not wait for another code. The device's name is random and known to nobody else. A device
// that was logged out since gets nothing. joined reports whether that login was the member's first.
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
		m.deviceHash(r.From.Device), now.Add(-answerGrace)).Scan(&lost, &joined)
	if err != nil {
		return false, false, fmt.Errorf("member: log in again: %w", err)
	}
	return lost, joined, nil
}

// A deleted number keeps its row and its hash: it is met by the conflict and cannot register again.
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
		m.Limiter.QueueGiveBack(b, m.Limits.UnverifiedBack, m.unverifiedBuckets(r.From)...)
	}
	err = postgres.Send(ctx, tx, b)
	return login, err
}

// queueSession meets or makes the device and opens the session on it; the one that it had ends. A new device is trusted at once while there is no
// identity to protect; one that is trusted stays so. The log-in is filled with the device and whether it is new.
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

// deviceHash is a device's keyed name. One that does not name itself is a new device each time.
func (m *Members) deviceHash(device string) []byte {
	if device == "" {
		device = uuid.NewString()
	}
	return m.Hasher.Hash("device", device)
}

// truncate keeps the printable ASCII of a label, n bytes at most: a header may bring anything.
func truncate(label string, n int) string {
	clean := make([]byte, 0, n)
	for i := 0; i < len(label) && len(clean) < n; i++ {
		if label[i] >= ' ' && label[i] < 0x7f {
			clean = append(clean, label[i])
		}
	}
	return string(clean)
}
