package config

import "time"

// Retention is how long rows are kept that nothing needs any more. Zero keeps them for ever.
type Retention struct {
	// Sessions counts from the end of a session: a borrower who says that somebody else was logged in is answered from it.
	Sessions time.Duration `env:"SESSIONS" envDefault:"4320h"`
	// HookEvents counts from a callback: gateways and lenders repeat one for days. Money is known by its reference for ever.
	HookEvents time.Duration `env:"HOOK_EVENTS" envDefault:"2160h"`
	// Notices counts from a notice in the inbox, Reminders from a reminder: both show how a borrower was asked to pay,
	// which is disputed as long as the claim can be.
	Notices   time.Duration `env:"NOTICES" envDefault:"26280h"`
	Reminders time.Duration `env:"REMINDERS" envDefault:"26280h"`
}
