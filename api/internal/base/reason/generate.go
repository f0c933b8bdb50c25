package reason

//go:generate go run ./typescript ../../../../shared-types/src
