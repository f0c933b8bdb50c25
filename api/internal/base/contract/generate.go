package contract

//go:generate go tool oapi-codegen -config oapi-codegen.yaml ../../../../shared-types/openapi.yaml
