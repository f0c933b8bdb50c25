// Package singleflight asks a question once for all who ask it at the same time.
package singleflight

import (
	"context"

	xsync "golang.org/x/sync/singleflight"
)

// Group keeps the questions under way by their keys; its zero value is ready. A question is asked to the end, even if the one who
// asked first has gone: others wait for its answer.
type Group[T any] struct{ asked xsync.Group }

// Do asks, unless the same key is being asked already, and gives the answer. Whoever stops waiting before it comes gets the error
// of ctx.
func (g *Group[T]) Do(ctx context.Context, key string, ask func(context.Context) (T, error)) (T, error) {
	return g.Begin(ctx, key, ask)(ctx)
}

// Begin is Do for callers that may not need the answer: wait gives it.
func (g *Group[T]) Begin(ctx context.Context, key string, ask func(context.Context) (T, error)) (wait func(context.Context) (T, error)) {
	asked := g.asked.DoChan(key, func() (any, error) { return ask(context.WithoutCancel(ctx)) })
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
