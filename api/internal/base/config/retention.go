package config

import "time"

// Retention is how long rows are kept that nothing needs any more. Zero keeps them for ever, where it is
// allowed.
type Retention struct {
	// Sessions counts from the end of a session: a borrower who says that somebody else was logged in is answered from it.
	Sessions time.Duration `env:"SESSIONS" envDefault:"4320h"`
	// HookEvents counts from a callback: gateways and lenders repeat one for days. Money is known by its reference for ever.
	HookEvents time.Duration `env:"HOOK_EVENTS" envDefault:"2160h"`
	// Notices counts from a notice in the inbox, Reminders from a reminder: both show how a borrower was asked to pay,
	// which is disputed as long as the claim can be.
	Notices   time.Duration `env:"NOTICES" envDefault:"26280h"`
	Reminders time.Duration `env:"REMINDERS" envDefault:"26280h"`
	// Intents counts from the end of an intent to which no money came; while something is owed on its loan it stays, as
	// money with its code finds the loan by itself.
	Intents time.Duration `env:"INTENTS" envDefault:"26280h"`
	// AuditLog counts from an entry, and goes by whole months: as long as the papers of the loans that it is about.
	AuditLog time.Duration `env:"AUDIT_LOG" envDefault:"87600h"`
	// Tracking and LoginOrigins are the most that borrowers are told: records of pages and buttons, which go by whole
	// months, and where somebody came from. Neither is kept for ever.
	Tracking     time.Duration `env:"TRACKING" envDefault:"2160h"`
	LoginOrigins time.Duration `env:"LOGIN_ORIGINS" envDefault:"2160h"`
	// Uploads counts from the upload of a picture that its borrower handed in nowhere.
	Uploads time.Duration `env:"UPLOADS" envDefault:"720h"`
	// Conversions settle accounts with advertising platforms.
	Conversions time.Duration `env:"CONVERSIONS" envDefault:"17520h"`
}
