// Package sharedtypes carries the contract of the API, and the test vectors of the validators, for the Go side.
package sharedtypes

import _ "embed"

// OpenAPI is the contract, openapi.yaml as it stands beside this file.
//
//go:embed openapi.yaml
var OpenAPI []byte

// PhoneVectors, IDVectors and FieldVectors are the cases that the validators of both languages are held against.
var (
	//go:embed vectors/phones.json
	PhoneVectors []byte
	//go:embed vectors/ids.json
	IDVectors []byte
	//go:embed vectors/fields.json
	FieldVectors []byte
)
