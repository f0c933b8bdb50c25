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
}

// Login is a new session.
type Login struct {
	Token    string
	MemberID uuid.UUID
	IsNew    bool
}

// LogIn proves the code and opens a session. Nothing about the member is looked at before the code is proved, so known,
// unknown and deleted numbers answer alike until then.
func (m *Members) LogIn(ctx context.Context, r LoginRequest) (Login, error) {
	national, err := m.national(r.Phone)
	if err != nil {
		return Login{}, err
	}
	if err := m.proveLogin(ctx, national, r); err != nil {
		return Login{}, err
	}
	var login Login
	err = postgres.InTx(ctx, m.Pool, func(ctx context.Context, tx pgx.Tx) error {
		login, err = m.open(ctx, tx, national, r, m.Clock.Now())
		return err
	})
	return login, err
}

func (m *Members) proveLogin(ctx context.Context, national string, r LoginRequest) error {
	wrongs := limit.Bucket{Name: "login.wrong.ip", Subject: r.From.IP, Rules: m.Limits.WrongPerIP}
	verdict, err := m.Limiter.Peek(ctx, m.Pool, wrongs)
	if err != nil {
		return err
	}
	if verdict.Refused {
		return reason.New(reason.TooManyRequests).After(verdict.RetryAfter())
	}
	err = m.VerifyCode(ctx, m.Pool, national, CodeLogin, r.Code, m.Clock.Now())
	if known := reason.Of(err); known == reason.SMSCodeWrong || known == reason.SMSCodeBurnt {
		_, counted := m.Limiter.Take(ctx, m.Pool, append(failureBuckets(r.From, national, m.Limits.Failure), wrongs)...)
		return errors.Join(err, counted)
	}
	return err
}

// A deleted number keeps its row and its hash: it is met by the conflict and cannot register again.
const upsertMember = `
	INSERT INTO member (region, phone, phone_hash, lang, channel_code, created_at)
	VALUES ($1, $2, $3, $4, nullif($5, ''), $6)
	ON CONFLICT ON CONSTRAINT member_phone_key DO UPDATE SET lang = excluded.lang
	WHERE member.status <> 'deleted'
	RETURNING id, xmax = 0`

func (m *Members) open(ctx context.Context, tx pgx.Tx, national string, r LoginRequest, now time.Time) (Login, error) {
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
	return login, m.openSession(ctx, tx, login.MemberID, hash, !known, r, now)
}

// openSession meets or makes the device and opens the session on it. A new device is trusted at once while there is no
// identity to protect; one that is trusted stays so.
func (m *Members) openSession(ctx context.Context, tx pgx.Tx, memberID uuid.UUID, tokenHash []byte, trust bool, r LoginRequest, now time.Time) error {
	const insert = `
		WITH met AS (
			INSERT INTO device (member_id, hash, label, trusted_at, created_at, seen_at)
			VALUES ($1, $2, $3, CASE WHEN $4 THEN $5::timestamptz END, $5, $5)
			ON CONFLICT ON CONSTRAINT device_member_key DO UPDATE
			SET seen_at = excluded.seen_at, label = excluded.label, trusted_at = coalesce(device.trusted_at, excluded.trusted_at)
			RETURNING id
		)
		INSERT INTO session (token_hash, member_id, device_id, app_product_id, created_at, expires_at)
		SELECT $6, $1, id, $7, $5, $8 FROM met`
	_, err := tx.Exec(ctx, insert, memberID, m.deviceHash(r.From.Device), cut(r.DeviceLabel, 200), trust, now, tokenHash, r.AppProductID, now.Add(SessionLife))
	if err != nil {
		return fmt.Errorf("member: open a session: %w", err)
	}
	return nil
}

// deviceHash is a device's keyed name. One that does not name itself is a new device each time.
func (m *Members) deviceHash(device string) []byte {
	if device == "" {
		device = uuid.NewString()
	}
	return m.Hasher.Hash("device", device)
}

// cut keeps the first n bytes of a label, and only what PostgreSQL can store.
func cut(label string, n int) string {
	clean := make([]byte, 0, n)
	for i := 0; i < len(label) && len(clean) < n; i++ {
		if label[i] >= ' ' && label[i] < 0x7f {
			clean = append(clean, label[i])
		}
	}
	return string(clean)
}
