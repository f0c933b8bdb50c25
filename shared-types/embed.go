// Package sharedtypes carries the contract of the API for the Go side.
package sharedtypes

import _ "embed"

// OpenAPI is the contract, openapi.yaml as it stands beside this file.
//
//go:embed openapi.yaml
var OpenAPI []byte
