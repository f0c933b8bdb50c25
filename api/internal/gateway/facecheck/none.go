package facecheck

import "context"

// None judges nothing: a deployment without face checks.
type None struct{}

var _ Provider = None{}

// Ready says no.
func (None) Ready(context.Context) error { return ErrUnavailable }

// Comparable knows nothing.
func (None) Comparable(context.Context, string) (bool, error) { return false, ErrUnavailable }

// Start opens nothing.
func (None) Start(context.Context, []Step) ([]byte, error) { return nil, ErrUnavailable }

// Step judges nothing.
func (None) Step(context.Context, []byte, Step, [][]byte) (Answer, error) {
	return Answer{}, ErrUnavailable
}

// Finish vouches for nothing.
func (None) Finish(context.Context, []byte) (*Template, error) { return nil, ErrUnavailable }

// Guide says nothing.
func (None) Guide(context.Context, Step, []byte) (string, error) { return "", ErrUnavailable }

// Portrait reads nothing.
func (None) Portrait(context.Context, []byte) (PortraitResult, *Template, error) {
	return "", nil, ErrUnavailable
}

// Match compares nothing.
func (None) Match(context.Context, Template, Template, Kind) (Likeness, error) {
	return "", ErrUnavailable
}
