package config

import "time"

// Local is the choice of a worker of our own.
const Local = "local"

// Face is who judges faces, and how often a check may fail.
type Face struct {
	// Gateway is local (api/face-worker), http (a vendor) or off.
	Gateway string `env:"GATEWAY" envDefault:"off"`
	// WorkerURL and WorkerSecret reach the worker.
	WorkerURL    string `env:"WORKER_URL" envDefault:"http://127.0.0.1:8787"`
	WorkerSecret Secret `env:"WORKER_SECRET"`
	// URL is the vendor's endpoint, Key what both sides sign with.
	URL string `env:"URL"`
	Key Key    `env:"KEY"`
	// Keep is how long the one picture of a check is kept.
	Keep time.Duration `env:"KEEP" envDefault:"2160h"`

	Limits FaceLimits `envPrefix:"LIMIT_"`
}

// FaceLimits count the failures of log-ins, cards and enrolments together.
type FaceLimits struct {
	// WaitAfter failures in a row on a device each further try waits for Wait.
	WaitAfter int           `env:"WAIT_AFTER" envDefault:"3"`
	Wait      time.Duration `env:"WAIT" envDefault:"30s"`
	// PauseAfter in a row, or within PauseWithin, leave the device SMS alone for Pause.
	PauseAfter  int           `env:"PAUSE_AFTER" envDefault:"5"`
	PauseWithin time.Duration `env:"PAUSE_WITHIN" envDefault:"3m"`
	Pause       time.Duration `env:"PAUSE" envDefault:"30m"`
	// PerDay leave the account SMS alone until the next day.
	PerDay int `env:"PER_DAY" envDefault:"5"`
	// PerEnrolment without a success between end the enrolment.
	PerEnrolment int `env:"PER_ENROLMENT" envDefault:"50"`
}

// usable reports whether every limit limits something.
func (l FaceLimits) usable() bool {
	return l.WaitAfter > 0 && l.Wait > 0 && l.PauseAfter > 0 && l.PauseWithin > 0 && l.Pause > 0 && l.PerDay > 0 && l.PerEnrolment > 0
}
