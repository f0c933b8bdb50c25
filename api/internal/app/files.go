package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
)

// files returns the object store without connecting to it.
func (a *App) files() (*media.Store, error) {
	s3 := a.Config.S3
	return media.NewStore(media.Location{
		Endpoint: s3.Endpoint, AccessKey: s3.AccessKey, SecretKey: s3.SecretKey.Reveal(), Region: s3.Region, Prefix: s3.BucketPrefix,
		Deployment: a.deployment, Watch: a.Metrics.Files, Lost: a.lost,
	}, a.Keyring)
}

// openFiles connects to the object store and creates its buckets. An unreachable store does not keep the app from
// starting: most calls need no file, and Start keeps trying. A store that refuses, or whose buckets belong to another
// deployment, is a configuration error.
func (a *App) openFiles(ctx context.Context) error {
	var err error
	if a.deployment, err = media.Deployment().Read(ctx, a.Pool); err != nil {
		return err
	}
	if a.Media, err = a.files(); err != nil {
		return err
	}
	err = a.Media.Open(ctx)
	if errors.Is(err, media.ErrUnreachable) {
		if !a.Config.IsDevelopment() {
			a.alarm(a.Log.Warn(), "files.away").Err(err).Msg("the object store of S3_ENDPOINT is unavailable: work that needs files waits")
		}
		return nil
	}
	if errors.Is(err, media.ErrForeign) {
		return fmt.Errorf("the object store of S3_ENDPOINT: %w: give this deployment an S3_BUCKET_PREFIX of its own or, if its database replaces the other one, run `loanmarket ops files adopt`", err)
	}
	if err != nil {
		return fmt.Errorf("the object store of S3_ENDPOINT: %w", err)
	}
	return nil
}

// refused logs that the object store became reachable but refuses, or has another deployment's buckets.
func (a *App) refused(err error) {
	if errors.Is(err, media.ErrForeign) {
		a.notSwept(err)
		return
	}
	a.alarm(a.Log.Error(), "files.refused").Err(err).Msg("the object store of S3_ENDPOINT refuses requests")
}

// notSwept logs why objects without a row are not removed from the object store.
func (a *App) notSwept(err error) {
	if errors.Is(err, media.ErrForeign) {
		a.alarm(a.Log.Error(), "files.foreign").Err(err).Msg("the object store of S3_ENDPOINT has buckets of another deployment: they are not changed")
		return
	}
	a.alarm(a.Log.Error(), "files.orphans").Err(err).Msg("the object store of S3_ENDPOINT has more objects without a row than crashed processes can leave: nothing is removed")
}

// lost logs that the object store does not have a requested file, or has other bytes than were stored.
func (a *App) lost(file uuid.UUID) {
	a.alarm(a.Log.Error(), "files.lost").Stringer("file", file).Msg("a file that was not erased is missing from the object store of S3_ENDPOINT, or damaged there")
}
