package member

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/captcha"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

const (
	imageLength = 4
	imageLife   = 5 * time.Minute
	imageTries  = 5
)

// PublicDevice is the number of characters of a device's name in the URL of an image code. URLs are logged on their way, so the
// rest must stay secret.
const PublicDevice = 16

// ImageCode draws a new image code (PNG) for a number and replaces the requester's earlier ones. It accepts any number, so that
// the picture reveals nothing about it.
func (m *Members) ImageCode(ctx context.Context, typed string, from Caller) ([]byte, error) {
	national, err := m.national(typed)
	if err != nil {
		return nil, err
	}
	verdict, err := m.Limiter.Take(ctx, m.Pool,
		limit.Bucket{Name: "image.phone", Subject: national + " " + from.IP, Rules: m.Limits.ImagePhone},
		limit.Bucket{Name: "image.ip", Subject: from.IP, Rules: m.Limits.ImageIP})
	if err != nil {
		return nil, err
	}
	if err := verdict.Refusal(reason.TooManyRequests); err != nil {
		return nil, err
	}
	const insert = `INSERT INTO image_code (region, phone_hash, answer_hmac, asker_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`
	answer := secret.Characters(imageLength)
	now := m.Clock.Now()
	_, err = m.Pool.Exec(ctx, insert, m.Region.Code, m.PhoneHash(national), m.imageHash(national, answer), m.askerHashes(from)[0], now, now.Add(imageLife))
	if err != nil {
		return nil, fmt.Errorf("member: store an image code: %w", postgres.Reason(err))
	}
	if m.ShowImage != nil {
		if err := m.ShowImage(ctx, national, answer, now); err != nil {
			return nil, err
		}
	}
	return captcha.Draw(answer)
}

func (m *Members) imageHash(national, answer string) []byte {
	return m.Hasher.Hash("image_code", m.Region.Code, national, strings.ToUpper(answer))
}

// askerHashes returns the keyed hashes under which a caller may have requested an image code, the most specific first: the public
// part of the device's name, and the IP address, for requests without a device. The hashed label "line" is an old name that must
// not change.
func (m *Members) askerHashes(from Caller) [][]byte {
	address := m.Hasher.Hash("image_code_asker", "line", from.IP)
	if from.Device == "" {
		return [][]byte{address}
	}
	return [][]byte{m.Hasher.Hash("image_code_asker", "device", from.Device[:min(PublicDevice, len(from.Device))]), address}
}

const judgeImage = `
	WITH newest AS (
		SELECT id, answer_hmac, expires_at, tries, used_at
		FROM image_code
		WHERE region = $1 AND phone_hash = $2 AND asker_hash = ANY($6::bytea[])
		ORDER BY array_position($6::bytea[], asker_hash), created_at DESC, id DESC
		LIMIT 1
		FOR NO KEY UPDATE
	), judged AS (
		SELECT id, CASE
			WHEN used_at IS NOT NULL OR expires_at <= $4 OR tries >= $5 THEN 'expired'
			WHEN answer_hmac = $3 THEN 'right'
			ELSE 'wrong'
		END AS verdict
		FROM newest
	), counted AS (
		UPDATE image_code
		SET tries = image_code.tries + CASE WHEN verdict = 'wrong' THEN 1 ELSE 0 END,
			used_at = CASE WHEN verdict = 'right' THEN $4 END
		FROM judged
		WHERE image_code.id = judged.id AND verdict IN ('right', 'wrong')
	)
	SELECT verdict FROM judged`

// imageShaped reports whether typed has exactly 4 characters after trimming (spec 5).
func imageShaped(typed string) bool {
	return utf8.RuneCountInString(strings.TrimSpace(typed)) == imageLength
}

// verifyImage verifies the newest image code that the caller requested for a number. A code works once. Like VerifyCode it runs on
// the pool, so that a wrong try counts.
func (m *Members) verifyImage(ctx context.Context, national, typed string, from Caller, now time.Time) error {
	answer := strings.TrimSpace(typed)
	if answer == "" {
		return reason.New(reason.ImageCodeNeeded)
	}
	if !imageShaped(answer) {
		return reason.New(reason.ImageCodeWrong)
	}
	var verdict string
	err := m.Pool.QueryRow(ctx, judgeImage, m.Region.Code, m.PhoneHash(national), m.imageHash(national, answer), now, imageTries, m.askerHashes(from)).Scan(&verdict)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return reason.New(reason.ImageCodeExpired)
	case err != nil:
		return fmt.Errorf("member: verify an image code: %w", postgres.Reason(err))
	}
	switch verdict {
	case "right":
		return nil
	case "expired":
		return reason.New(reason.ImageCodeExpired)
	default:
		return reason.New(reason.ImageCodeWrong)
	}
}
