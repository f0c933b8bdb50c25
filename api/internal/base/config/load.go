package config

import (
	"errors"
	"os"
	"strings"

	"github.com/caarlos0/env/v11"
)

// Load reads the configuration from the process's environment.
func Load() (Config, error) { return Read(env.ToMap(os.Environ())) }

// Read parses and validates a configuration from variables by name. The error names every invalid variable, but no value.
func Read(variables map[string]string) (Config, error) {
	var c Config
	err := env.ParseWithOptions(&c, env.Options{Environment: variables})
	if err != nil {
		return Config{}, explain(err, variables)
	}
	c = c.withDefaults()
	if problems := c.problems(); len(problems) > 0 {
		return Config{}, errors.New("configuration: " + strings.Join(problems, "; "))
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

// explain converts the parser's errors to the names of variables: its own messages may contain a secret's value.
func explain(err error, variables map[string]string) error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return errors.New("configuration: the environment cannot be read")
	}
	var texts []string
	for _, one := range all.Errors {
		var empty env.EmptyVarError
		var unset env.VarIsNotSetError
		switch {
		case errors.As(one, &empty):
			texts = append(texts, empty.Key+" is empty")
		case errors.As(one, &unset):
			texts = append(texts, unset.Key+" is not set")
		}
	}
	for _, name := range malformed(variables) {
		texts = append(texts, name+" has the wrong form")
	}
	if len(texts) == 0 {
		texts = append(texts, "a variable has the wrong form")
	}
	return errors.New("configuration: " + strings.Join(texts, "; "))
}

// malformed returns the variables that cannot be parsed. The parser's error names a field, which several variables share, so
// each variable is parsed separately.
func malformed(variables map[string]string) (names []string) {
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
			names = append(names, field.Key)
		}
	}
	return names
}
