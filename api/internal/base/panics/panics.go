// Package panics converts panics to errors where one would end more than the request or job that caused it.
package panics

import (
	"fmt"
	"runtime/debug"
)

// ToError runs do and returns its error, or its panic as an error with the stack. The error of a panic begins with name.
func ToError(name string, do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: panic: %v\n%s", name, p, debug.Stack())
		}
	}()
	return do()
}
