package config

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// Load reads the configuration from the process's environment.
func Load() (Config, error) { return Read(env.ToMap(os.Environ())) }

// Read parses and validates a configuration from variables by name. The error names every invalid variable, but no value.
func Read(variables map[string]string) (Config, error) {
	var c Config
	found := unparsed(env.ParseWithOptions(&c, env.Options{Environment: variables}), variables)
	c = c.withDefaults()
	for _, text := range c.problems() {
		// A variable that could not be parsed is empty here, and is named already.
		found.add(!found.name(variableOf(text)), text)
	}
	if len(found) > 0 {
		return Config{}, errors.New("configuration: " + strings.Join(found, "; "))
	}
	return c, nil
}

func (c Config) withDefaults() Config {
	for _, list := range [][]string{c.TrustedProxies, c.Products, c.Origins} {
		for i, one := range list {
			list[i] = strings.TrimSpace(one)
		}
	}
	if c.Payment.Gateway == "" {
		c.Payment.Gateway = Sandbox
	}
	if c.Lender.Gateway == "" {
		c.Lender.Gateway = Embedded
	}
	if c.Payment.Gateway == Sandbox {
		c.Collection = c.Collection.orSandbox()
	}
	if c.Payment.Key.IsZero() {
		c.Payment.Key = c.CallbackKey
	}
	if c.Lender.Key.IsZero() {
		c.Lender.Key = c.CallbackKey
	}
	if c.Carrier.Key.IsZero() {
		c.Carrier.Key = c.CallbackKey
	}
	if c.Carrier.Gateway == "" {
		c.Carrier.Gateway = Off
		if c.Profile == Development {
			c.Carrier.Gateway = Sandbox
		}
	}
	if c.Carrier.Gateway == Sandbox && c.Carrier.Merchant == "" {
		c.Carrier.Merchant = Sandbox
	}
	return c
}

// unparsed returns the variables that are missing or cannot be parsed. The parser's own messages may contain a secret's value.
func unparsed(err error, variables map[string]string) (found problems) {
	if err == nil {
		return nil
	}
	var all env.AggregateError
	if !errors.As(err, &all) {
		return problems{"the environment cannot be read"}
	}
	for _, one := range all.Errors {
		var empty env.EmptyVarError
		var unset env.VarIsNotSetError
		switch {
		case errors.As(one, &empty):
			found = append(found, empty.Key+" is empty")
		case errors.As(one, &unset):
			found = append(found, unset.Key+" is not set")
		}
	}
	found = append(found, malformed(variables)...)
	if len(found) == 0 {
		found = problems{"a variable has the wrong form"}
	}
	return found
}

// malformed returns the variables that cannot be parsed, each with the form that it needs. The parser's error names a field,
// which several variables share, so each variable is parsed separately.
func malformed(variables map[string]string) (found problems) {
	fields, err := env.GetFieldParams(&Config{})
	if err != nil {
		return nil
	}
	for _, field := range fields {
		value, set := variables[field.Key]
		if !set {
			continue
		}
		var alone Config
		var wrong env.ParseError
		if errors.As(env.ParseWithOptions(&alone, env.Options{Environment: map[string]string{field.Key: value}}), &wrong) {
			found = append(found, field.Key+" has the wrong form: "+forms[wrong.Type])
		}
	}
	return found
}

// forms says what the values of each type look like.
var forms = map[reflect.Type]string{
	reflect.TypeFor[time.Duration](): "a duration is written 30s, 15m or 720h",
	reflect.TypeFor[int]():           "it is a whole number",
	reflect.TypeFor[bool]():          "it is true or false",
	reflect.TypeFor[Key]():           "a key is the base64 of 32 bytes (`openssl rand -base64 32`)",
	reflect.TypeFor[DataKeys]():      "it is id:key,id:key with different ids, and a key is the base64 of 32 bytes (`openssl rand -base64 32`)",
}
