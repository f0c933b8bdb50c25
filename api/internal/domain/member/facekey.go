package member

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// FaceDevice is a device that may make face checks: trusted, with a key.
type FaceDevice struct {
	MemberID uuid.UUID
	DeviceID uuid.UUID
	// Key is the public half as SPKI.
	Key []byte
}

// FaceDevice finds the device that a number and the app's name for it stand for; nil for whatever is unknown, not
// trusted, without a key, or of a member who leaves.
func (m *Members) FaceDevice(ctx context.Context, db postgres.DB, phone, device string) (*FaceDevice, error) {
	national, err := m.national(phone)
	if err != nil {
		return nil, err
	}
	const find = `
		SELECT member.id AS member_id, device.id AS device_id, device.face_key AS key FROM member JOIN device ON device.member_id = member.id
		WHERE member.region = $1 AND member.phone_hash = $2 AND member.status = 'active' AND device.hash = $3
			AND device.trusted_at IS NOT NULL AND device.face_key IS NOT NULL`
	// One that does not name itself is looked up all the same: no answer is faster than another.
	return postgres.Row[FaceDevice]("member: face device", find, m.Region.Code, m.PhoneHash(national), m.deviceHash(device)).Read(ctx, db)
}

// FaceKey is a device's key as long as the device is trusted and its member active; nil when there is none.
func FaceKey(member, device uuid.UUID) postgres.Query[[]byte] {
	return postgres.Value[[]byte]("member: face key", `
		SELECT (SELECT device.face_key FROM device JOIN member ON member.id = device.member_id
			WHERE device.id = $2 AND device.member_id = $1 AND device.trusted_at IS NOT NULL AND device.face_key IS NOT NULL AND member.status = 'active')`,
		member, device)
}

// MaySetFaceKey reports whether a session may give its device a key: it was opened by an SMS code less than FreshLife ago,
// or has proved one that was sent for that.
func (m *Members) MaySetFaceKey(ctx context.Context, db postgres.DB, s Session) (bool, error) {
	now := m.Clock.Now()
	if s.FreshFor == CodeFaceKey && s.FreshUntil != nil && now.Before(*s.FreshUntil) {
		return true, nil
	}
	const opened = `SELECT EXISTS (SELECT FROM session WHERE id = $1 AND opened_by = 'sms' AND created_at > $2)`
	return postgres.Value[bool]("member: may set a face key", opened, s.SessionID, now.Add(-FreshLife)).Read(ctx, db)
}

// SetFaceKey puts a key in the place of the one that the device has, if it is trusted; DeviceNotFound when it is not.
// replaced reports that another one ended.
func SetFaceKey(ctx context.Context, tx pgx.Tx, member, device uuid.UUID, spki []byte, now time.Time) (replaced bool, err error) {
	const set = `
		WITH before AS (SELECT id, face_key FROM device WHERE id = $2 AND member_id = $1 AND trusted_at IS NOT NULL FOR NO KEY UPDATE)
		UPDATE device SET face_key = $3, face_key_at = $4 FROM before WHERE device.id = before.id
		RETURNING before.face_key IS NOT NULL AND before.face_key <> $3 AS replaced`
	changed, err := postgres.OneRow[struct{ Replaced bool }]("member: set a key", reason.DeviceNotFound, set, member, device, spki, now).Read(ctx, tx)
	return changed.Replaced, err
}

// ReadFaceKey checks that text is the base64 of an ECDSA P-256 public key as SPKI, and gives its bytes.
func ReadFaceKey(text string) ([]byte, error) {
	spki, err := decode(text)
	if err != nil {
		return nil, reason.InvalidField("publicKey", reason.FieldFormat)
	}
	if _, err := publicKey(spki); err != nil {
		return nil, reason.InvalidField("publicKey", reason.FieldFormat)
	}
	return spki, nil
}

func publicKey(spki []byte) (*ecdsa.PublicKey, error) {
	parsed, err := x509.ParsePKIXPublicKey(spki)
	if err != nil {
		return nil, err
	}
	key, ok := parsed.(*ecdsa.PublicKey)
	if !ok || key.Curve != elliptic.P256() {
		return nil, fmt.Errorf("member: no P-256 key")
	}
	return key, nil
}

// FaceKeyID names a key for the page that holds the other half.
func FaceKeyID(spki []byte) string {
	if len(spki) == 0 {
		return ""
	}
	sum := sha256.Sum256(spki)
	return hex.EncodeToString(sum[:8])
}

// facePrefix keeps a signature for a face check from being good for anything else.
const facePrefix = "loanmarket-face:"

// SignedBy reports whether signature, the base64 of r and s as WebCrypto gives them, is that of the key over the nonce.
func SignedBy(spki []byte, nonce, signature string) bool {
	key, err := publicKey(spki)
	if err != nil {
		return false
	}
	raw, err := decode(signature)
	if err != nil || len(raw) != 64 {
		return false
	}
	sum := sha256.Sum256([]byte(facePrefix + nonce))
	return ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(raw[:32]), new(big.Int).SetBytes(raw[32:]))
}

// decode reads base64 of either alphabet, with or without its padding.
func decode(text string) ([]byte, error) {
	text = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
	return base64.RawStdEncoding.DecodeString(text)
}
