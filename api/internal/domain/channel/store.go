package channel

import (
	"context"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

const fields = `code, name, promotion_platform, pixel_id, require_same, platform_id_limit, reported_score_range, report_to, test_event_code, active`

// Find reads an active channel that is valid for a product. Any other code returns the zero Channel, so that visitors cannot find
// out which codes exist.
func Find(ctx context.Context, db postgres.DB, code, productID string) (Channel, error) {
	if code == "" {
		return Channel{}, nil
	}
	c, err := postgres.Row[Channel]("channel: find", `SELECT `+fields+` FROM channel WHERE code = $1 AND active`, code).Read(ctx, db)
	if err != nil || c == nil || !c.CountsOn(productID) {
		return Channel{}, err
	}
	return *c, nil
}

// Save inserts or updates a channel. A nil token keeps the platform's token, an empty one removes it.
func Save(ctx context.Context, db postgres.DB, ring *secret.Keyring, c Channel, token *string, now time.Time) error {
	if err := c.Check(); err != nil {
		return err
	}
	var sealed []byte
	if token != nil && *token != "" {
		sealed = ring.Seal([]byte(*token), owner(c.Code))
	}
	const save = `
		INSERT INTO channel AS c (code, name, promotion_platform, pixel_id, require_same, platform_id_limit, reported_score_range,
			test_event_code, active, token_sealed, updated_at, report_to)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13)
		ON CONFLICT (code) DO UPDATE SET name = excluded.name, promotion_platform = excluded.promotion_platform,
			pixel_id = excluded.pixel_id, require_same = excluded.require_same, platform_id_limit = excluded.platform_id_limit,
			reported_score_range = excluded.reported_score_range, report_to = excluded.report_to, test_event_code = excluded.test_event_code,
			active = excluded.active, updated_at = excluded.updated_at,
			token_sealed = CASE WHEN $11 THEN excluded.token_sealed ELSE c.token_sealed END`
	_, err := db.Exec(ctx, save, c.Code, c.Name, c.PromotionPlatform, c.PixelID, c.RequireSame, c.PlatformIDLimit,
		c.ReportedScoreRange, c.TestEventCode, c.Active, sealed, token != nil, now, c.ReportTo)
	if err != nil {
		return fmt.Errorf("channel: save: %w", postgres.Reason(err))
	}
	return nil
}

// Disable deactivates a channel: its code has no effect any more, and its data stay. An unknown code is reason.NotFound.
func Disable(ctx context.Context, db postgres.DB, code string, now time.Time) error {
	tag, err := db.Exec(ctx, `UPDATE channel SET active = false, updated_at = $2 WHERE code = $1`, code, now)
	if err != nil {
		return fmt.Errorf("channel: disable: %w", postgres.Reason(err))
	}
	if tag.RowsAffected() == 0 {
		return reason.New(reason.NotFound)
	}
	return nil
}

// Token reads the platform's token of a channel, or an empty string if there is none.
func Token(ctx context.Context, db postgres.DB, ring *secret.Keyring, code string) (string, error) {
	sealed, err := postgres.Value[[]byte]("channel: token", `SELECT token_sealed FROM channel WHERE code = $1`, code).Read(ctx, db)
	if err != nil || sealed == nil {
		return "", err
	}
	token, err := ring.Open(sealed, owner(code))
	if err != nil {
		return "", fmt.Errorf("channel: token of %s: %w", code, err)
	}
	return string(token), nil
}

// Rewrap re-encrypts the tokens that are encrypted with an older key, and returns how many.
func Rewrap(ctx context.Context, db postgres.DB, ring *secret.Keyring) (int, error) {
	type token struct {
		Code        string
		TokenSealed []byte
	}
	all, err := postgres.Rows[token]("channel: rewrap", `SELECT code, token_sealed FROM channel WHERE token_sealed IS NOT NULL`).Read(ctx, db)
	if err != nil {
		return 0, err
	}
	changed := 0
	for _, row := range all {
		sealed, old, err := ring.Rewrap(row.TokenSealed, owner(row.Code))
		if err != nil {
			return changed, fmt.Errorf("channel: rewrap %s: %w", row.Code, err)
		}
		if !old {
			continue
		}
		const update = `UPDATE channel SET token_sealed = $3 WHERE code = $1 AND token_sealed = $2`
		if _, err := db.Exec(ctx, update, row.Code, row.TokenSealed, sealed); err != nil {
			return changed, fmt.Errorf("channel: rewrap: %w", postgres.Reason(err))
		}
		changed++
	}
	return changed, nil
}

func owner(code string) string { return "channel/" + code + "/token" }

// Visit counts a visit under a product's host name. Like Find it ignores a code that is unknown, inactive or not valid there, so that
// visits are of the same places as the registrations beside them.
func Visit(ctx context.Context, db postgres.DB, code, productID string, day money.Date) error {
	const count = `
		INSERT INTO channel_visit AS v (code, day, visits) SELECT code, $3, 1 FROM channel
		WHERE code = $1 AND active AND (platform_id_limit = '' OR $2 = ANY (string_to_array(platform_id_limit, ',')))
		ON CONFLICT (code, day) DO UPDATE SET visits = v.visits + 1`
	if _, err := db.Exec(ctx, count, code, productID, day); err != nil {
		return fmt.Errorf("channel: visit: %w", postgres.Reason(err))
	}
	return nil
}

// Summary is a channel as shown to operators, with its results in the requested period.
type Summary struct {
	Channel
	HasToken      bool
	Visits        int
	Registrations int
	// Sent, Skipped and Refused are the numbers of conversions.
	Sent, Skipped, Refused int
}

// List reads all channels with their results since a business date of a time zone. Each result table is read once and not per
// channel.
func List(since money.Date, zone *time.Location) postgres.Query[[]Summary] {
	return postgres.Rows[Summary]("channel: list", `
		SELECT `+fields+`, token_sealed IS NOT NULL AS has_token,
			coalesce(visits, 0) AS visits, coalesce(registrations, 0) AS registrations,
			coalesce(sent, 0) AS sent, coalesce(skipped, 0) AS skipped, coalesce(refused, 0) AS refused
		FROM channel
		LEFT JOIN (SELECT code AS visited, sum(visits) AS visits FROM channel_visit WHERE day >= $1 GROUP BY 1) v ON visited = code
		LEFT JOIN (
			SELECT channel_code AS joined, count(*) AS registrations FROM login_origin WHERE new_member AND at >= $2 GROUP BY 1
		) o ON joined = code
		LEFT JOIN (
			SELECT channel_code AS reported, count(*) FILTER (WHERE state = 'sent') AS sent,
				count(*) FILTER (WHERE state = 'skipped') AS skipped, count(*) FILTER (WHERE state = 'refused') AS refused
			FROM conversion WHERE at >= $2 GROUP BY 1
		) n ON reported = code
		ORDER BY code`, since, since.In(zone))
}
