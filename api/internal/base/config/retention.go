package config

import "time"

// Retention is how long rows are kept that are no longer needed. Zero keeps them forever, where that is allowed.
type Retention struct {
	// Sessions counts from the end of a session: it answers a borrower's claim that somebody else was logged in.
	Sessions time.Duration `env:"SESSIONS" envDefault:"4320h"`
	// HookEvents counts from a callback: gateways and lenders repeat one for days. Payments stay recognisable by their
	// reference forever.
	HookEvents time.Duration `env:"HOOK_EVENTS" envDefault:"2160h"`
	// Notices counts from a notice in the inbox, Reminders from a reminder: both document how a borrower was asked to pay,
	// which may be disputed as long as the claim itself.
	Notices   time.Duration `env:"NOTICES" envDefault:"26280h"`
	Reminders time.Duration `env:"REMINDERS" envDefault:"26280h"`
	// Intents counts from the end of a payment intent without a payment. It is kept while its loan has a balance, because a
	// late payment with its code is still matched.
	Intents time.Duration `env:"INTENTS" envDefault:"26280h"`
	// AuditLog counts from an entry and is applied by whole months. It should be as long as the documents of the loans are
	// kept.
	AuditLog time.Duration `env:"AUDIT_LOG" envDefault:"87600h"`
	// Tracking and LoginOrigins are at most as long as borrowers are told: records of pages and buttons, which are deleted by
	// whole months, and the origin of logins. Neither may be kept forever.
	Tracking     time.Duration `env:"TRACKING" envDefault:"2160h"`
	LoginOrigins time.Duration `env:"LOGIN_ORIGINS" envDefault:"2160h"`
	// Uploads counts from the upload of a picture that was never submitted.
	Uploads time.Duration `env:"UPLOADS" envDefault:"720h"`
	// Conversions are needed for the accounts with advertising platforms.
	Conversions time.Duration `env:"CONVERSIONS" envDefault:"17520h"`
}

// problems returns what is wrong.
func (r Retention) problems() problems {
	const month = 30 * 24 * time.Hour
	var found problems
	for name, keep := range map[string]time.Duration{
		"SESSIONS": r.Sessions, "HOOK_EVENTS": r.HookEvents, "NOTICES": r.Notices, "REMINDERS": r.Reminders,
		"INTENTS": r.Intents, "CONVERSIONS": r.Conversions,
	} {
		found.add(keep != 0 && keep < month, "RETAIN_"+name+" is 0, for ever, or at least 720h: complaints and repeated callbacks come weeks later")
	}
	for name, keep := range map[string]time.Duration{"TRACKING": r.Tracking, "LOGIN_ORIGINS": r.LoginOrigins} {
		found.add(keep < 24*time.Hour || keep > 3*month, "RETAIN_"+name+" is between 24h and 2160h: borrowers are told that it is no longer")
	}
	found.add(r.Uploads < 24*time.Hour, "RETAIN_UPLOADS is at least 24h: a form is filled in over days, and no document lies for ever")
	found.add(r.AuditLog != 0 && r.AuditLog < 61*month, "RETAIN_AUDIT_LOG is 0, for ever, or at least 43920h: the database drops nothing younger than five years")
	return found
}
