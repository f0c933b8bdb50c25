// Package singleflight merges concurrent calls for the same key into one.
package singleflight

import (
	"context"

	xsync "golang.org/x/sync/singleflight"

	"github.com/loanmarket/loanmarket/api/internal/base/panics"
)

// Group tracks the running calls by key; its zero value is ready to use. A call runs to its end even if the first caller has
// gone, because others wait for its result.
type Group[T any] struct{ asked xsync.Group }

// Do calls ask unless a call for the same key is running, and returns the result. If ctx ends first, it returns the error of
// ctx.
func (g *Group[T]) Do(ctx context.Context, key string, ask func(context.Context) (T, error)) (T, error) {
	return g.Begin(ctx, key, ask)(ctx)
}

// Begin is Do for callers that may not need the result: wait returns it.
func (g *Group[T]) Begin(ctx context.Context, key string, ask func(context.Context) (T, error)) (wait func(context.Context) (T, error)) {
	asked := g.asked.DoChan(key, func() (value any, err error) {
		// The call runs outside of the caller's goroutine, where a panic would end the process.
		err = panics.ToError("singleflight", func() (err error) {
			value, err = ask(context.WithoutCancel(ctx))
			return err
		})
		return value, err
	})
	return func(ctx context.Context) (value T, err error) {
		select {
		case answer := <-asked:
			value, _ = answer.Val.(T)
			return value, answer.Err
		case <-ctx.Done():
			return value, ctx.Err()
		}
	}
}
