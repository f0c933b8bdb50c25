package maintenance

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
)

// SealedStores are the packages that store sealed data.
type SealedStores struct {
	KYC   *kyc.KYC
	Cards *bankcard.Cards
	Media *media.Store
	Faces *face.Faces
	// Keyring seals the platform tokens of channels.
	Keyring *secret.Keyring
}

// Rewrapped counts the values that were sealed with the current key.
type Rewrapped struct {
	Identities int `json:"identities"`
	Cards      int `json:"cards"`
	Drafts     int `json:"drafts"`
	Files      int `json:"files"`
	Channels   int `json:"channels"`
	Faces      int `json:"faces"`
}

// Rewrap seals everything that is sealed with an older key with the current one. It may be stopped and run again at any
// point. Once it finds nothing more, and every process seals with the current key, the older key can be removed.
func (s SealedStores) Rewrap(ctx context.Context, pool *pgxpool.Pool) (r Rewrapped, err error) {
	if r.Identities, err = s.KYC.RewrapIdentities(ctx, pool); err != nil {
		return r, err
	}
	if r.Cards, err = s.Cards.Rewrap(ctx, pool); err != nil {
		return r, err
	}
	if r.Drafts, err = s.KYC.RewrapDrafts(ctx, pool); err != nil {
		return r, err
	}
	if r.Channels, err = channel.Rewrap(ctx, pool, s.Keyring); err != nil {
		return r, err
	}
	if r.Faces, err = s.Faces.Rewrap(ctx, pool); err != nil {
		return r, err
	}
	r.Files, err = s.Media.Rewrap(ctx, pool)
	return r, err
}
