package facecheck

import "context"

// None is the provider of a deployment without face checks. All methods return ErrUnavailable.
type None struct{}

var _ Provider = None{}

// Ready returns ErrUnavailable.
func (None) Ready(context.Context) error { return ErrUnavailable }

// Comparable returns ErrUnavailable.
func (None) Comparable(context.Context, string) (bool, error) { return false, ErrUnavailable }

// Start returns ErrUnavailable.
func (None) Start(context.Context, []Step) ([]byte, error) { return nil, ErrUnavailable }

// Step returns ErrUnavailable.
func (None) Step(context.Context, []byte, Step, [][]byte) (Answer, error) {
	return Answer{}, ErrUnavailable
}

// Finish returns ErrUnavailable.
func (None) Finish(context.Context, []byte) (*Template, error) { return nil, ErrUnavailable }

// Guide returns ErrUnavailable.
func (None) Guide(context.Context, Step, []byte) (string, error) { return "", ErrUnavailable }

// Portrait returns ErrUnavailable.
func (None) Portrait(context.Context, []byte) (PortraitResult, *Template, error) {
	return "", nil, ErrUnavailable
}

// Match returns ErrUnavailable.
func (None) Match(context.Context, Template, Template, Kind) (Likeness, error) {
	return "", ErrUnavailable
}
