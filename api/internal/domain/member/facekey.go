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

// FaceDevice is a device that may make face checks: it is trusted and has a key.
type FaceDevice struct {
	MemberID uuid.UUID
	DeviceID uuid.UUID
	// Key is the public key in SPKI form.
	Key []byte
}

// FaceDevice finds the device for a number and the app's device name. It returns nil if the device is unknown, not trusted or
// without a key, or if its member is not active.
func (m *Members) FaceDevice(ctx context.Context, db postgres.DB, phone, device string) (*FaceDevice, error) {
	national, err := m.national(phone)
	if err != nil {
		return nil, err
	}
	const find = `
		SELECT member.id AS member_id, device.id AS device_id, device.face_key AS key FROM member JOIN device ON device.member_id = member.id
		WHERE member.region = $1 AND member.phone_hash = $2 AND member.status = 'active' AND device.hash = $3
			AND device.trusted_at IS NOT NULL AND device.face_key IS NOT NULL`
	// A request without a device name is looked up too, so that the response time reveals nothing.
	return postgres.Row[FaceDevice]("member: face device", find, m.Region.Code, m.PhoneHash(national), m.deviceHash(device)).Read(ctx, db)
}

// FaceKey reads a device's key if the device is trusted and its member active, or nil.
func FaceKey(member, device uuid.UUID) postgres.Query[[]byte] {
	return postgres.Value[[]byte]("member: face key", `
		SELECT (SELECT device.face_key FROM device JOIN member ON member.id = device.member_id
			WHERE device.id = $2 AND device.member_id = $1 AND device.trusted_at IS NOT NULL AND device.face_key IS NOT NULL AND member.status = 'active')`,
		member, device)
}

// MaySetFaceKey reports whether a session may set its device's key: it was opened by an SMS code less than FreshLife ago, or has
// verified a code for this purpose.
func (m *Members) MaySetFaceKey(ctx context.Context, db postgres.DB, s Session) (bool, error) {
	now := m.Clock.Now()
	if s.FreshFor == CodeFaceKey && s.FreshUntil != nil && now.Before(*s.FreshUntil) {
		return true, nil
	}
	const opened = `SELECT EXISTS (SELECT FROM session WHERE id = $1 AND opened_by = 'sms' AND created_at > $2)`
	return postgres.Value[bool]("member: may set a face key", opened, s.SessionID, now.Add(-FreshLife)).Read(ctx, db)
}

// SetFaceKey sets or replaces the key of a trusted device. It returns DeviceNotFound if there is no such trusted device. replaced
// reports whether it replaced another key.
func SetFaceKey(ctx context.Context, tx pgx.Tx, member, device uuid.UUID, spki []byte, now time.Time) (replaced bool, err error) {
	const set = `
		WITH before AS (SELECT id, face_key FROM device WHERE id = $2 AND member_id = $1 AND trusted_at IS NOT NULL FOR NO KEY UPDATE)
		UPDATE device SET face_key = $3, face_key_at = $4 FROM before WHERE device.id = before.id
		RETURNING before.face_key IS NOT NULL AND before.face_key <> $3 AS replaced`
	changed, err := postgres.OneRow[struct{ Replaced bool }]("member: set a key", reason.DeviceNotFound, set, member, device, spki, now).Read(ctx, tx)
	return changed.Replaced, err
}

// ReadFaceKey decodes a base64 ECDSA P-256 public key in SPKI form. It returns InvalidParameter for anything else.
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
		return nil, fmt.Errorf("member: not a P-256 key")
	}
	return key, nil
}

// FaceKeyID returns a short id of a public key, by which the page finds its private key.
func FaceKeyID(spki []byte) string {
	if len(spki) == 0 {
		return ""
	}
	sum := sha256.Sum256(spki)
	return hex.EncodeToString(sum[:8])
}

// facePrefix prevents a signature for a face check from being valid for anything else.
const facePrefix = "loanmarket-face:"

// SignedBy reports whether signature (base64 of r and s, as WebCrypto returns them) is the key's signature of the nonce.
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

// decode decodes standard or URL-safe base64, with or without padding.
func decode(text string) ([]byte, error) {
	text = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
	return base64.RawStdEncoding.DecodeString(text)
}
