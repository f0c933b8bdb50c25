// Package flight asks once for all who want to know the same at one time.
package flight

import (
	"context"

	"golang.org/x/sync/singleflight"
)

// Group are questions by key; its zero value is ready. What is asked is asked to the end, also when who asked first has gone:
// others wait for it.
type Group[T any] struct{ asked singleflight.Group }

// Do asks, unless somebody does already, and gives what that came to. Who leaves before gets the error of ctx.
func (g *Group[T]) Do(ctx context.Context, key string, ask func(context.Context) (T, error)) (T, error) {
	return g.Begin(ctx, key, ask)(ctx)
}

// Begin is Do for whoever may do without the answer: wait gives it.
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
